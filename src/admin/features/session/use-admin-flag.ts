import { useSyncExternalStore } from 'react'
import { adminAuth } from '@/storage/admin-auth'

/** Whether the dashboard may be drawn in this browser, kept up to date across tabs. */
export const useAdminFlag = (): boolean => useSyncExternalStore(adminAuth.subscribe, adminAuth.isRaised, () => false)
