import { createStore, promisifyRequest } from 'idb-keyval'
import * as v from 'valibot'
import { createEmitter } from '@/lib/emitter'
import * as names from './names'

// Bytes, as Safari stores no blobs in a private window.
const fileSchema = v.object({ name: v.string(), label: v.string(), type: v.string(), bytes: v.instance(ArrayBuffer) })

const changeSchema = v.object({
  /** The version of the field that was changed; 0 for one that was never set. */
  at: v.number(),
  /** The change's own name, by which it is recognised in the server's answer. */
  by: v.string(),
  is: v.unknown(),
  /** Values sent since the last answer, oldest first: the server may have any of them. */
  sent: v.optional(v.array(v.unknown())),
  /** Whether the server has nothing of the project yet. */
  isFirst: v.optional(v.boolean()),
  files: v.optional(v.array(fileSchema)),
})
const FORMAT = 1
const recordSchema = v.object({ format: v.literal(FORMAT), ...changeSchema.entries })

/** A change to a project's field that the server has not acknowledged. */
export type Change = v.InferOutput<typeof changeSchema> & {
  /** Whether it was read from the database, and so outlived the page where it was made. */
  isLoaded?: boolean
  /** Whether it comes from another tab, which sends it. */
  isHeard?: boolean
}

/** A project's changes, by field. */
export type Changes = Readonly<Record<string, Change>>

/** A file as bytes. */
export type StoredFile = v.InferOutput<typeof fileSchema>

/** A unique name for a change. */
export const newName = (): string => crypto.randomUUID().slice(-12)

type Edit = (before: Change | undefined) => Change | undefined
type ProjectField = { owner: string; project: string; field: string }
type News = ProjectField & { isGone: boolean }

const NONE: Changes = {}
const database = createStore(names.unsentChanges, 'changes')
const { emit, subscribe } = createEmitter()
let owner = ''
let opening: Promise<void> | undefined
let isOpen = false
let channel: BroadcastChannel | undefined
let projects: Readonly<Record<string, Changes>> = {}
// Of others who were signed in on this page: where nothing can be stored, memory alone has them.
const ofOthers = new Map<string, typeof projects>()
const lastEdits = new Map<string, Edit>()
let unreadable = 0
const unstored = new Set<string>()

const keyOf = ({ owner, project, field }: ProjectField): IDBValidKey => [owner, project, field]

const put = ({ project, field }: ProjectField, change: Change | undefined): void => {
  const { [field]: _, ...others } = projects[project] ?? NONE
  const { [project]: __, ...rest } = projects
  const changes = change ? { ...others, [field]: change } : others
  projects = Object.keys(changes).length > 0 ? { ...rest, [project]: changes } : rest
  emit()
}

type Writing = ProjectField & { edit: Edit }
let waiting: Writing[] = []
const active = new Set<IDBTransaction>()
let isAway = false

const write = async (all: readonly Writing[]): Promise<void> => {
  const news: News[] = []
  try {
    if (isAway) throw new Error('This page was left')
    await database('readwrite', async (store) => {
      active.add(store.transaction)
      const done = promisifyRequest(store.transaction)
      done.catch(() => {}).finally(() => active.delete(store.transaction))
      for (const { edit, ...target } of all) {
        const stored: unknown = await promisifyRequest(store.get(keyOf(target)))
        // Another version of the page may have stored this: it is not overwritten.
        if (stored !== undefined && !v.is(recordSchema, stored)) continue
        const edited = edit(stored)
        if (edited) store.put({ ...edited, format: FORMAT }, keyOf(target))
        else store.delete(keyOf(target))
        news.push({ ...target, isGone: edited === undefined })
      }
      await done
    })
    for (const one of news) channel?.postMessage(one)
  } catch (cause) {
    news.length = 0
    if (unstored.size === 0) console.info('Changes could not be stored in this browser', cause)
  }
  const stored = news.map((one) => String(keyOf(one)))
  for (const target of all) {
    const key = String(keyOf(target))
    if (stored.includes(key) || !projects[target.project]?.[target.field]) unstored.delete(key)
    else unstored.add(key)
  }
  emit()
}

// Changes made in one go are stored in one transaction.
const writeLater = (one: Writing): void => {
  waiting.push(one)
  if (waiting.length > 1) return
  queueMicrotask(() => {
    const all = waiting
    waiting = []
    void write(all)
  })
}

// Safari freezes a page that is left in the middle of a transaction, which then keeps other pages from writing.
window.addEventListener('pagehide', ({ persisted }) => {
  isAway = persisted
  if (persisted) for (const transaction of active) transaction.abort()
})
window.addEventListener('pageshow', () => {
  if (!isAway) return
  isAway = false
  const givenUp = Object.entries(projects).flatMap(([project, changes]) =>
    Object.entries(changes).flatMap(([field, change]) => {
      const edit: Edit = (stored) => stored ?? change
      return unstored.has(String(keyOf({ owner, project, field }))) ? [{ owner, project, field, edit }] : []
    }),
  )
  // Other pages may have sent or changed what this one had.
  projects = {}
  void write(givenUp)
    .then(() => readAll(owner))
    .catch(() => {})
    .then(emit)
})

const OPENING_MS = 2_000

// Resolves if the database is still not open after a while, as happens in WebKit; its changes arrive late then.
const unopened = (): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, OPENING_MS)
    const stop = async () => clearTimeout(timer)
    // Without IndexedDB, the call itself throws.
    const open = async () => database('readonly', stop)
    open().catch(stop)
  })

const readAll = async (whose: string): Promise<void> => {
  const range = IDBKeyRange.bound([whose], [whose, []])
  const [keys, values] = await database('readonly', (store) =>
    Promise.all([promisifyRequest(store.getAllKeys(range)), promisifyRequest(store.getAll(range))]),
  )
  if (whose !== owner) return
  for (const [index, key] of keys.entries()) {
    const [, project = '', field = ''] = key as string[]
    const { success, output } = v.safeParse(recordSchema, values[index])
    if (success && !projects[project]?.[field]) put({ owner, project, field }, { ...output, isLoaded: true })
    if (!success) unreadable += 1
  }
}

/** One user's changes that the server does not have yet: in memory and, where possible, in a database all tabs share. */
export const outbox = {
  /** Makes `whose` the owner and reads what is kept for them; `onNews` decides whether to take another tab's change. */
  open(whose: string, onNews: (project: string, isGone: boolean) => Promise<boolean>): Promise<void> {
    if (whose === owner && opening) return opening
    ofOthers.set(owner, projects)
    owner = whose
    projects = ofOthers.get(whose) ?? {}
    isOpen = false
    unreadable = 0
    channel ??= new BroadcastChannel(names.unsentChanges)
    channel.onmessage = async ({ data }: MessageEvent<News>) => {
      if (data.owner !== owner) return
      if (!(await onNews(data.project, data.isGone))) return
      const key = String(keyOf(data))
      let stored: unknown
      // Read again if something was entered here meanwhile: that is stored first.
      for (let seen: unknown = {}; seen !== lastEdits.get(key); ) {
        seen = lastEdits.get(key)
        stored = await database('readonly', (store) => promisifyRequest(store.get(keyOf(data)))).catch(() => {})
      }
      const { success, output } = v.safeParse(recordSchema, stored)
      put(data, success ? { ...output, isHeard: true } : undefined)
    }
    const read = readAll(whose).catch((cause) => console.info('This browser keeps no changes', cause))
    opening = Promise.race([read, unopened()]).then(() => {
      isOpen = whose === owner
      emit()
    })
    return opening
  },
  /** Whether what is kept has been read, or is not waited for any longer. */
  isOpen: (): boolean => isOpen,
  /** Empty before `open`. */
  owner: (): string => owner,
  projects: (): string[] => Object.keys(projects),
  /** Returns the same object until a change. */
  changesOf: (project: string): Changes => projects[project] ?? NONE,
  /** Edits a field in memory at once, then what the browser has stored of it; `edit` returns undefined to remove it. */
  edit(project: string, field: string, edit: Edit): void {
    const target = { owner, project, field }
    put(target, edit(projects[project]?.[field]))
    writeLater({ ...target, edit })
    lastEdits.set(String(keyOf(target)), edit)
  },
  /** Takes over what other tabs would send. */
  adopt(project: string): void {
    for (const [field, { isHeard, ...change }] of Object.entries(projects[project] ?? NONE))
      if (isHeard) put({ owner, project, field }, change)
  },
  /** The number of records that another version of the page has stored. */
  unreadable: (): number => unreadable,
  /** Whether some changes are in memory alone. */
  isUnstored: (): boolean => [...unstored].some((key) => key.startsWith(`${owner},`)),
  subscribe,
}
