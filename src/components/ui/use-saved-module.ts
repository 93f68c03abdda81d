import { useEffect, useSyncExternalStore } from 'react'
import type { LazyModule } from '@/lib/lazy-module'
import { quarantineKey } from '@/storage/stored-value'
import { useLazyModule } from './use-lazy-module'

const subscribe = (listener: () => void) => {
  window.addEventListener('storage', listener)
  return () => window.removeEventListener('storage', listener)
}

/** Returns the module that shows `key`, loaded only if this browser stores something there. */
export const useSavedModule = <Module>(key: string, module: LazyModule<Module>): Module | undefined => {
  const isStored = () => {
    try {
      return [key, quarantineKey(key)].some((name) => window.localStorage.getItem(name) !== null)
    } catch {
      return false
    }
  }
  const isSaved = useSyncExternalStore(subscribe, isStored, () => false)
  useEffect(() => {
    if (isSaved) module.prefetch()
  }, [isSaved, module])
  const loaded = useLazyModule(module)
  return isSaved ? loaded : undefined
}
