import { useSyncExternalStore } from 'react'
import type { LateModule } from '@/lib/late-module'

/** A module once it has been loaded. Unlike with `lazy()`, a missing chunk is no error of the whole page. */
export const useLateModule = <Module>({ loaded, subscribe }: LateModule<Module>): Module | undefined =>
  useSyncExternalStore(subscribe, loaded, () => undefined)
