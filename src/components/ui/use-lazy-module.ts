import { useSyncExternalStore } from 'react'
import type { LazyModule } from '@/lib/lazy-module'

/** Returns a module once loaded. Unlike with `lazy()`, a missing chunk doesn't break the page. */
export const useLazyModule = <Module>({ loaded, subscribe }: LazyModule<Module>): Module | undefined =>
  useSyncExternalStore(subscribe, loaded, () => undefined)
