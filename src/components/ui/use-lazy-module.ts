import { useSyncExternalStore } from 'react'
import type { LazyModule } from '@/lib/lazy-module'

/** A module once it is loaded; unlike with `lazy()`, a missing chunk does not break the whole page. */
export const useLazyModule = <Module>({ loaded, subscribe }: LazyModule<Module>): Module | undefined =>
  useSyncExternalStore(subscribe, loaded, () => undefined)
