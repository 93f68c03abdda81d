import { setLeaveReason } from '@/admin/session/leaving'
import { createEmitter } from '@/lib/emitter'
import { outbox } from '@/storage/outbox'

/** What this page does for a project and how that went; it ends with the page. */
export type Work = {
  /** Chosen files still to be scaled, by the ids of their photographs. */
  files: Readonly<Record<string, File>>
  notes: readonly string[]
  failure: unknown
  /** By field, the code of why it cannot be stored, or the error of uploading its files. */
  refused: Readonly<Record<string, unknown>>
}

const IDLE: Work = { files: {}, notes: [], failure: undefined, refused: {} }
const projects = new Map<string, Work>()
const changes = createEmitter()

/** The projects with photographs still to be scaled. */
export const scaling = (): string[] =>
  [...projects].flatMap(([id, { files }]) => (Object.keys(files).length > 0 ? id : []))

const changed = (): void => {
  setLeaveReason('outbox', outbox.isUnstored() || scaling().length > 0 ? 'closing' : undefined)
  changes.emit()
}
outbox.subscribe(changed)

/** Subscribes to changes here and in the outbox; returns what ends it. */
export const subscribe = changes.subscribe

export const workOf = (id: string): Work => projects.get(id) ?? IDLE

export const note = (id: string, change: (before: Work) => Partial<Work>): void => {
  projects.set(id, { ...workOf(id), ...change(workOf(id)) })
  changed()
}

export const without = <Value>(all: Readonly<Record<string, Value>>, key: string): Readonly<Record<string, Value>> => {
  const { [key]: _, ...others } = all
  return others
}

/** Refusals of unsent changes; a file missing behind a saved change holds nobody up. */
export const refusalsOf = (id: string): [field: string, why: unknown][] =>
  Object.entries(workOf(id).refused).filter(([field]) => field in outbox.changesOf(id))

/** Notes why a field is refused, or with undefined that it is not. */
export const refuse = (id: string, field: string, why: unknown): void =>
  note(id, ({ refused }) => ({ refused: why === undefined ? without(refused, field) : { ...refused, [field]: why } }))

/** Forgets what this page does for a project, or for all. */
export const forgetWork = (id?: string): void => {
  if (id === undefined) projects.clear()
  else projects.delete(id)
  changed()
}
