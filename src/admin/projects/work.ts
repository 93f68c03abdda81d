import { useSyncExternalStore } from 'react'
import { setLeaveReason } from '@/admin/session/leaving'
import { createEmitter } from '@/lib/emitter'
import { outbox } from '@/storage/outbox'

/** What this page does for a project, and how that went; nothing of it outlives the page. */
export type Work = {
  /** Chosen photographs by their ids, which are still to be scaled. */
  files: Readonly<Record<string, File>>
  /** What is wrong with chosen files. */
  notes: readonly string[]
  /** Why the last save failed. */
  failure: unknown
  /** Why fields cannot be stored, as the server's code, or why a picture's files cannot be uploaded, as an error. */
  refused: Readonly<Record<string, unknown>>
}

const IDLE: Work = { files: {}, notes: [], failure: undefined, refused: {} }
const projects = new Map<string, Work>()
const changes = createEmitter()

/** The projects of which photographs are still to be scaled. */
export const scaling = (): string[] =>
  [...projects].flatMap(([id, { files }]) => (Object.keys(files).length > 0 ? id : []))

const changed = (): void => {
  setLeaveReason('outbox', outbox.isUnstored() || scaling().length > 0 ? 'closing' : undefined)
  changes.emit()
}
outbox.subscribe(changed)

/** Tells of every change here or in the outbox. */
export const subscribe = changes.subscribe

export const workOf = (id: string): Work => projects.get(id) ?? IDLE

/** Changes what is known of the work for a project. */
export const note = (id: string, change: (before: Work) => Partial<Work>): void => {
  projects.set(id, { ...workOf(id), ...change(workOf(id)) })
  changed()
}

/** An object without a key. */
export const without = <Value>(all: Readonly<Record<string, Value>>, key: string): Readonly<Record<string, Value>> => {
  const { [key]: _, ...others } = all
  return others
}

/** Why changes that are still here are refused. A file that is missing behind what is saved stands in nobody's way. */
export const refusalsOf = (id: string): [field: string, why: unknown][] =>
  Object.entries(workOf(id).refused).filter(([field]) => field in outbox.changesOf(id))

/** Notes why a field is refused, or with undefined that it is not. */
export const refuse = (id: string, field: string, why: unknown): void =>
  note(id, ({ refused }) => ({ refused: why === undefined ? without(refused, field) : { ...refused, [field]: why } }))

/** Lets go of a project, or of all. */
export const forgetWork = (id?: string): void => {
  if (id === undefined) projects.clear()
  else projects.delete(id)
  changed()
}

/** The work for a project, and what of it the server does not have yet. */
export const useWork = (id: string) => ({
  work: useSyncExternalStore(subscribe, () => workOf(id)),
  changes: useSyncExternalStore(subscribe, () => outbox.changesOf(id)),
})
