import { useSyncExternalStore } from 'react'
import type { LateModule } from '@/lib/late-module'

/**
 * A module once it has been loaded, by whomever. Unlike with `lazy()`, a chunk that cannot be had is no error of the whole
 * page: whoever loads it decides what to do without.
 */
export const useLateModule = <Module>({ loaded, subscribe }: LateModule<Module>): Module | undefined =>
  useSyncExternalStore(subscribe, loaded, () => undefined)
