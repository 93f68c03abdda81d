import { useSyncExternalStore } from 'react'
import type { LateModule } from '@/lib/late-module'

/** A module once loaded; unlike with `lazy()`, a missing chunk does not break the whole page. */
export const useLateModule = <Module>({ loaded, subscribe }: LateModule<Module>): Module | undefined =>
  useSyncExternalStore(subscribe, loaded, () => undefined)
