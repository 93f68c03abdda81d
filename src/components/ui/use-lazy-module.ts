import { useSyncExternalStore } from 'react'
import type { LazyModule } from '@/lib/lazy-module'

/** A module once it is loaded. Unlike with `lazy()`, a missing chunk does not break the page. */
export const useLazyModule = <Module>({ loaded, subscribe }: LazyModule<Module>): Module | undefined =>
  useSyncExternalStore(subscribe, loaded, () => undefined)
