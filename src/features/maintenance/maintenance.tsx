import { useState } from 'react'
import { toast } from '@/components/ui/toast'
import { messages } from '@/messages'
import { maintenanceAuth } from '@/storage/maintenance-auth'
import { useSessionPass } from '@/storage/use-session-pass'
import { MaintenanceGate } from './maintenance-gate'
import { MaintenancePanel } from './maintenance-panel'

/** The gate, or what lies behind it. Once opened it stays open for the browser session. */
export function Maintenance() {
  const { state, grant } = useSessionPass(maintenanceAuth)
  const [justOpened, setJustOpened] = useState(false)
  const open = () => {
    grant()
    setJustOpened(true)
    toast.success(messages.access.granted)
  }
  if (state === 'held') return <MaintenancePanel justOpened={justOpened} />
  return <MaintenanceGate ready={state === 'missing'} onGranted={open} />
}
