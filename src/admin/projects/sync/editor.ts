import type { ProjectDraft } from '@contract/project'
import { UNSTORABLE } from '@contract/text'
import { queryOptions } from '@tanstack/react-query'
import { callFunction } from '@/admin/backend/api'
import { createKeepaliveClient, supabase } from '@/admin/backend/client'
import { isTransient } from '@/admin/backend/errors'
import { queryClient, reportAccessError } from '@/admin/backend/query-client'
import { endBackoff, retryTransient } from '@/admin/backend/retry'
import { type CustomProject, fetchCustomProject, portfolioQuery, projectMutations } from '@/admin/data/projects'
import { uploadFiles } from '@/admin/images/upload'
import { parseField, photoField } from '@/admin/projects/draft'
import { assertSession } from '@/admin/session/assert-session'
import { createStore } from '@/lib/store'
import {
  applyChanges,
  baseVersion,
  type Change,
  type Changes,
  findConflicts,
  isUnsaved,
  mergeResponse,
  reconcile,
  type StoredFile,
  saveResponseSchema,
  UNSAVED,
} from './merge'
import { outbox } from './outbox'

const DEBOUNCE_MS = 1_000
const MAX_WAIT_MS = 10_000
const MAX_BACKOFF_MS = 25_000
const TAKE_OVER_MS = 15_000
const POLL_MS = 30_000
// Keeps requests small; long texts are sent separately.
const SHORT_REQUEST_BYTES = 1_900

/** Last known server row of a project; `isGone` once deleted. */
export type StoredProject = Omit<CustomProject, 'deleted_at'> & { isGone?: boolean }

/** Returns the row of an unsaved project. */
export const createRow = (id: string): StoredProject => ({
  ...UNSAVED,
  id,
  address: null,
  status: 'draft',
  published: null,
  published_draft: null,
  published_at: null,
  updated_at: '',
})

/** Returns the database's message and details, if any. */
export const databaseError = (error: unknown) =>
  ((error as Error).cause ?? {}) as { message?: string; details?: string | null }

/** Whether the server doesn't have the project. */
export const isMissing = (error: unknown): boolean => databaseError(error).message === 'project_missing'

export type EditorStatus = {
  /** Files waiting to be scaled, by photo id. */
  files: Readonly<Record<string, File>>
  notes: readonly string[]
  failure: unknown
  /** Rejection code or upload error, by field. */
  rejected: Readonly<Record<string, unknown>>
}
const IDLE: EditorStatus = { files: {}, notes: [], failure: undefined, rejected: {} }

export const omit = <Value>(all: Readonly<Record<string, Value>>, key: string): Readonly<Record<string, Value>> => {
  const { [key]: _, ...others } = all
  return others
}

const requestBytes = (changes: Changes): number =>
  new Blob([JSON.stringify(Object.entries(changes).map(([field, { files, ...change }]) => [field, change]))]).size

// Photo names first, because they create the photo; then the smallest.
const selectByBytes = (changes: Changes, bytes: number): Changes => {
  const rank = ([field, change]: [string, Change]) =>
    parseField(field).part === 'name' ? 0 : requestBytes({ [field]: change })
  let selected: Changes = {}
  for (const [field, change] of Object.entries(changes).sort((a, b) => rank(a) - rank(b))) {
    const more = { ...selected, [field]: change }
    if (requestBytes(more) <= bytes) selected = more
  }
  return selected
}

// Uploads one photo at a time across all tabs.
const exclusively = (signal: AbortSignal, job: () => Promise<void>): Promise<void> =>
  navigator.locks ? navigator.locks.request('site-media', { signal }, job) : job()

type SetOptions = { files?: readonly StoredFile[] | undefined; base?: number | undefined }

/** Editor of one project, which saves in the background. */
export class ProjectEditor {
  readonly id: string
  readonly #onChange: () => void
  #controller = new AbortController()
  readonly #storedFiles = new Set<string>()
  readonly #uploads = new Set<string>()
  readonly #losses = new Map<string, number>()
  #status = IDLE
  #timer: ReturnType<typeof setTimeout> | undefined
  #takeOverTimer: ReturnType<typeof setTimeout> | undefined
  /** First change since the last send. */
  #firstChangeAt: number | undefined
  #saving: Promise<void> | undefined
  #nextSave: Promise<void> | undefined
  /** Set while the undo toast is open. */
  undoRevert: (() => Promise<void>) | undefined
  cancelPublication: (() => void) | undefined

  constructor(id: string, onChange: () => void) {
    this.id = id
    this.#onChange = onChange
  }

  get status(): EditorStatus {
    return this.#status
  }

  /** Null if it doesn't exist, undefined if not read yet. */
  get row(): StoredProject | null | undefined {
    return queryClient.getQueryData<StoredProject | null>(this.query.queryKey)
  }

  get knownRow(): StoredProject {
    return this.row ?? createRow(this.id)
  }

  get pendingChanges(): Changes {
    return outbox.pendingChanges(this.id)
  }

  get draft(): ProjectDraft {
    return applyChanges(this.knownRow.draft, this.pendingChanges)
  }

  get conflicts() {
    return findConflicts(this.knownRow, this.pendingChanges, outbox.browserId)
  }

  /** Files missing behind saved changes don't block. */
  get rejected(): [field: string, why: unknown][] {
    return Object.entries(this.#status.rejected).filter(([field]) => field in this.pendingChanges)
  }

  get needsDecision(): boolean {
    return this.row?.isGone === true || Object.keys(this.conflicts).length > 0
  }

  /** Whether saving requires user action. */
  get isBlocked(): boolean {
    return this.needsDecision || Boolean(this.#status.failure) || this.rejected.length > 0
  }

  get isPending(): boolean {
    return Object.keys(this.pendingChanges).length > 0
  }

  get title(): string {
    return this.draft.title.trim() || 'Untitled project'
  }

  /** Reads the row, then polls for others' changes. */
  get query() {
    return queryOptions({
      queryKey: ['media', 'project', this.id],
      queryFn: async (): Promise<StoredProject | null> => {
        const before = queryClient.getQueryData<StoredProject | null>(['media', 'project', this.id])
        if (!before || before.isGone) return this.#read()
        try {
          if (before.version > 0) await this.save({})
        } catch (error) {
          if (!isMissing(error)) throw error
          this.setRow({ isGone: true })
        }
        if (this.isPending && !this.#status.failure) this.resume(DEBOUNCE_MS)
        return this.knownRow
      },
      refetchInterval: POLL_MS,
    })
  }

  setStatus(change: (before: EditorStatus) => Partial<EditorStatus>): void {
    this.#status = { ...this.#status, ...change(this.#status) }
    this.#onChange()
  }

  setRow(fact: Partial<StoredProject>): void {
    queryClient.setQueryData<StoredProject | null>(this.query.queryKey, (row) => ({
      ...(row ?? createRow(this.id)),
      ...fact,
    }))
    this.#onChange()
  }

  /** Clears the rejection if `why` is undefined. */
  setRejected(field: string, why: unknown): void {
    this.setStatus(({ rejected }) => ({
      rejected: why === undefined ? omit(rejected, field) : { ...rejected, [field]: why },
    }))
  }

  /** Stores a change and saves it after the debounce. `base` is the edited version. */
  setField(field: string, value: unknown, { files, base }: SetOptions = {}): void {
    const { [field]: before } = this.pendingChanges
    // Clear size errors, because other fields may fit now.
    const isLasting = (why: unknown) => why instanceof Error || why === 'media_missing'
    const others = Object.entries(omit(this.#status.rejected, field)).filter(([, why]) => isLasting(why))
    if (Object.keys(this.#status.rejected).length > others.length)
      this.setStatus(() => ({ rejected: Object.fromEntries(others) }))
    const version = before?.base ?? base ?? baseVersion(this.knownRow, field)
    const stored = typeof value === 'string' ? value.replace(UNSTORABLE, '') : value
    outbox.put(this.id, field, { base: version, value: stored, ...(files && { files }) })
    this.schedule()
    if (files) this.resume(DEBOUNCE_MS)
  }

  dropChange(field: string): void {
    const { [field]: change } = this.pendingChanges
    if (change) outbox.remove(this.id, field, change.seq)
    this.setRejected(field, undefined)
  }

  resolveConflict(field: string, keepsLocal: boolean): void {
    const { conflicts, pendingChanges } = this
    const { photo } = parseField(field)
    const isRemoved = conflicts[field] === 'removed'
    if (isRemoved && keepsLocal) this.setField(photoField(photo, 'removed'), false)
    const isOfSamePhoto = (other: string) => conflicts[other] === 'removed' && parseField(other).photo === photo
    for (const one of isRemoved ? Object.keys(conflicts).filter(isOfSamePhoto) : [field]) {
      const { [one]: change } = pendingChanges
      if (change && keepsLocal) outbox.put(this.id, one, { ...change, base: baseVersion(this.knownRow, one) })
      else this.dropChange(one)
    }
    this.resume()
  }

  /** Schedules a save, at most 10 s after the first change. */
  schedule(ms = DEBOUNCE_MS): void {
    if (this.#controller.signal.aborted) return
    this.#firstChangeAt ??= performance.now()
    clearTimeout(this.#timer)
    const wait = Math.max(0, Math.min(ms, this.#firstChangeAt + MAX_WAIT_MS - performance.now()))
    this.#timer = setTimeout(() => this.#startSave(), wait)
  }

  /** Schedules a save and resumes uploads. */
  resume(ms = 0): void {
    if (this.#controller.signal.aborted) return
    this.schedule(ms)
    for (const [field, { files }] of this.#unblocked())
      if (files && !this.#areStored(files) && !this.#uploads.has(field)) void this.#upload(field, files)
  }

  /** Saves another tab's changes 15 s after its last one, in case the tab was closed. */
  takeOverLater(): void {
    clearTimeout(this.#takeOverTimer)
    this.#takeOverTimer = setTimeout(() => this.resume(), TAKE_OVER_MS)
  }

  retryNow(): void {
    this.setStatus(() => ({ failure: undefined, rejected: {} }))
    endBackoff()
    this.resume()
  }

  /** Resolves once everything is saved. Rejects if aborted or blocked. */
  flush(signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const check = () => {
        const failures = [this.#status.failure, ...this.rejected.map(([, why]) => why)]
        const lasting = failures.find((failure) => failure !== undefined && !isTransient(failure))
        if (this.isPending && !this.needsDecision && lasting === undefined && !signal?.aborted) return
        unsubscribe()
        if (!this.isPending) resolve()
        else reject(lasting instanceof Error ? lasting : new DOMException('The user must decide', 'AbortError'))
      }
      const unsubscribe = projectEditors.subscribe(check)
      signal?.addEventListener('abort', check, { once: true })
      this.setStatus(() => ({ failure: undefined }))
      this.resume()
    })
  }

  /** Saves changes and fetches others'. Returns rejection codes by field. Throws `AppError`. */
  async save(changes: Changes, client = supabase): Promise<Readonly<Record<string, string>>> {
    const { owner } = outbox
    const call = this.#toCall(changes)
    const response = await callFunction('save_project', call, saveResponseSchema, { client })
    // The row was removed from the cache, so there is nothing to merge into.
    if (outbox.owner !== owner || (call.p_seen > 0 && !this.row)) return response.rejected
    const before = this.knownRow
    const { status, published_at, updated_at } = response
    this.setRow({ ...mergeResponse(before, response, changes), updated_at, isGone: false })
    this.#reconcile()
    if (status !== before.status || published_at !== before.published_at) await this.#read()
    return response.rejected
  }

  /** Sends changes of up to `bytes` with a keepalive request. Returns their size. */
  saveOnLeave(bytes: number, token: string): number {
    if (!outbox.isOpen || this.row?.isGone || (!this.row && !isUnsaved(this.pendingChanges))) return 0
    const selected = selectByBytes(this.#dueChanges(), bytes)
    if (Object.keys(selected).length === 0) return 0
    this.save(selected, createKeepaliveClient(token)).catch(() => {})
    return requestBytes(selected)
  }

  /** Marks files as missing on the server. */
  forgetFiles(names: readonly string[]): void {
    for (const name of names) this.#storedFiles.delete(name)
  }

  /** Stops saves and uploads. Unsent changes stay in the outbox. */
  async stop(): Promise<void> {
    clearTimeout(this.#timer)
    clearTimeout(this.#takeOverTimer)
    this.#controller.abort()
    await this.#saving
  }

  /** Permanently deletes a never published draft. Throws `AppError`. */
  async deleteDraft(): Promise<void> {
    await this.stop()
    try {
      await projectMutations.delete(this.id)
    } catch (error) {
      this.#controller = new AbortController()
      this.resume()
      throw error
    }
  }

  // TypeScript can't tell that a change is JSON.
  #toCall(changes: Changes) {
    const plain = Object.entries(changes).map(([field, { base, seq, value }]) => [field, { base, seq, value }])
    const p_changes = Object.fromEntries(plain) as never
    return { p_id: this.id, p_seen: this.knownRow.version, p_browser: outbox.browserId, p_changes }
  }

  #areStored = (files: readonly StoredFile[]): boolean => files.every(({ name }) => this.#storedFiles.has(name))

  #reconcile(): void {
    const { pendingChanges } = this
    for (const [field, { seq }] of Object.entries(pendingChanges))
      if (reconcile(this.knownRow, field, pendingChanges, outbox.browserId, this.#areStored) === 'done')
        outbox.remove(this.id, field, seq)
  }

  async #read(): Promise<StoredProject | null> {
    const { row: before } = this
    const row = await fetchCustomProject(this.id)
    if (!row && before) this.setRow({ isGone: true })
    if (!row) return this.row ?? null
    if (row.version >= this.knownRow.version) this.setRow({ ...row, isGone: false })
    this.#reconcile()
    return this.knownRow
  }

  #unblocked(): [field: string, change: Change][] {
    const { conflicts } = this
    return Object.entries(this.pendingChanges).filter(
      ([field]) => !conflicts[field] && !(field in this.#status.rejected),
    )
  }

  #dueChanges(): Changes {
    return Object.fromEntries(this.#unblocked().filter(([, { files = [] }]) => this.#areStored(files)))
  }

  #startSave(): void {
    clearTimeout(this.#timer)
    this.#firstChangeAt = undefined
    this.#nextSave ??= (this.#saving ?? Promise.resolve()).then(() => {
      this.#nextSave = undefined
      this.#saving = this.#saveDue()
      return this.#saving
    })
  }

  async #saveDue(): Promise<void> {
    const { signal } = this.#controller
    const onFailure = (failure: unknown) => {
      this.setStatus(() => ({ failure }))
      reportAccessError(failure)
      outbox.requestPersistence()
    }
    if (signal.aborted || !outbox.isOpen || !this.isPending) return
    try {
      const isNew = isUnsaved(this.pendingChanges)
      if (this.row === undefined && !isNew)
        await retryTransient(() => queryClient.fetchQuery(this.query), signal, onFailure)
      if (this.row === null && !isNew) this.setRow({ isGone: true })
      this.setStatus(() => ({ failure: undefined }))
      const due = this.#dueChanges()
      const count = Object.keys(due).length
      if (this.row?.isGone || count === 0) return
      const short = selectByBytes(due, SHORT_REQUEST_BYTES)
      const sent = Object.keys(short).length > 0 ? short : due
      const attempt = async () => {
        await assertSession(outbox.user)
        return this.save(sent)
      }
      const rejected = await retryTransient(attempt, signal, onFailure)
      this.setStatus(() => ({ failure: undefined }))
      for (const [field, code] of Object.entries(rejected))
        if (this.pendingChanges[field]?.seq === sent[field]?.seq) this.#takeRejection(field, code)
      void queryClient.invalidateQueries({ queryKey: portfolioQuery.queryKey })
      if (Object.keys(this.#dueChanges()).length > 0) this.schedule(count > Object.keys(sent).length ? 0 : DEBOUNCE_MS)
    } catch (failure) {
      if (isMissing(failure)) this.setRow({ isGone: true })
      else if (!signal.aborted) onFailure(failure)
    }
  }

  // Re-uploads files the server cleaned up before a row referenced them, with exponential backoff.
  #takeRejection(field: string, code: string): void {
    const { files } = this.pendingChanges[field] ?? {}
    if (code !== 'media_missing' || !files) {
      this.setRejected(field, code)
      return
    }
    const count = this.#losses.get(field) ?? 0
    this.#losses.set(field, count + 1)
    this.forgetFiles(files.map(({ name }) => name))
    setTimeout(() => this.resume(), Math.min(MAX_BACKOFF_MS, 1_000 * 2 ** count))
  }

  async #upload(field: string, files: readonly StoredFile[]): Promise<void> {
    const { signal } = this.#controller
    const { user } = outbox
    this.#uploads.add(field)
    const media = files.map((file) => ({ ...file, blob: outbox.toBlob(file) }))
    const onFailure = (error: unknown) => {
      // The photo may be removed by now.
      if (this.pendingChanges[field]?.files) this.setRejected(field, error)
    }
    try {
      const attempt = async () => {
        await assertSession(user)
        await uploadFiles(media, signal)
      }
      await retryTransient(() => exclusively(signal, attempt), signal, onFailure)
      for (const { name } of files) this.#storedFiles.add(name)
      this.setRejected(field, undefined)
      this.#reconcile()
    } catch (error) {
      if (!signal.aborted) onFailure(error)
    }
    this.#uploads.delete(field)
    if (!signal.aborted) this.resume(DEBOUNCE_MS)
  }
}

/** Editors of this page, which outlive their forms. */
class ProjectEditors {
  readonly #editors = new Map<string, ProjectEditor>()
  readonly #version = createStore({})
  readonly #changed = () => this.#version.set({})
  readonly subscribe = this.#version.subscribe

  constructor() {
    outbox.subscribe(this.#changed)
  }

  get(id: string): ProjectEditor {
    const editor = this.#editors.get(id) ?? new ProjectEditor(id, this.#changed)
    this.#editors.set(id, editor)
    return editor
  }

  /** Lists editors with pending changes or unscaled photos. */
  listActive(): ProjectEditor[] {
    const scaling = [...this.#editors.values()].filter(({ status }) => Object.keys(status.files).length > 0)
    return [...new Set([...outbox.projects().map((id) => this.get(id)), ...scaling])]
  }

  /** Discards pending changes, editor and cached row. */
  discard(id: string): void {
    const editor = this.get(id)
    for (const field of Object.keys(editor.pendingChanges)) editor.dropChange(field)
    this.#forget(editor)
    queryClient.removeQueries({ queryKey: editor.query.queryKey })
  }

  stopAll(): void {
    // Copied, because an open form immediately creates a new editor.
    for (const editor of [...this.#editors.values()]) this.#forget(editor)
  }

  #forget(editor: ProjectEditor): void {
    void editor.stop()
    editor.setStatus(() => IDLE)
    this.#editors.delete(editor.id)
    this.#changed()
  }
}

export const projectEditors = new ProjectEditors()
