import { createStore as createDatabase, promisifyRequest } from 'idb-keyval'
import * as v from 'valibot'
import { createStore } from '@/lib/store'
import * as names from '@/storage/names'
import type { Change, Changes, StoredFile } from './merge'

const FORMAT = 2
const fileSchema = v.object({ name: v.string(), label: v.string(), type: v.string(), bytes: v.instance(ArrayBuffer) })
const recordSchema = v.object({
  format: v.literal(FORMAT),
  base: v.number(),
  seq: v.number(),
  value: v.unknown(),
  files: v.optional(v.array(fileSchema)),
})
const browserSchema = v.object({ format: v.literal(FORMAT), id: v.string(), seq: v.number() })

type Field = { project: string; field: string }
/** Deletion if `change` is undefined. Skipped if a newer `seq` is stored. */
type Write = Field & { change?: Change | undefined; seq: number }
type Message = { owner: string; fields: Field[] }

const OPEN_TIMEOUT_MS = 2_000
const NONE: Changes = {}
const database = createDatabase(names.unsentChanges, 'changes')
const toKey = (owner: string, { project, field }: Field): IDBValidKey => [owner, project, field]
const toName = (owner: string, target: Field) => String(toKey(owner, target))

// WebKit sometimes takes long to open the database. Its changes are then adopted late.
const openTimeout = (): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, OPEN_TIMEOUT_MS)
    const stop = async () => clearTimeout(timer)
    // Without IndexedDB, the call throws synchronously.
    const open = async () => database('readonly', stop)
    open().catch(stop)
  })

const abort = (transaction: IDBTransaction): void => {
  try {
    transaction.abort()
  } catch {
    // Already committing.
  }
}

type Handlers = {
  /** Resolves to whether to drop a change that another tab dropped. */
  onRemoved: (project: string) => Promise<boolean>
  /** Called after adopting another tab's or page's change. */
  onAdopted: (project: string) => void
}
const NO_HANDLERS: Handlers = { onRemoved: async () => true, onAdopted: () => {} }

/** One user's unacknowledged changes, in memory and, if possible, in IndexedDB. */
class Outbox {
  /** Database key; empty before `open`. */
  owner = ''
  /** Identifies this browser to the server; differs per user. */
  browserId = ''
  /** Whether stored changes have been read, or reading timed out. */
  isOpen = false
  /** Number of stored changes in another version's format. */
  unreadable = 0
  readonly #version = createStore({})
  readonly subscribe = this.#version.subscribe
  #seq = 0
  #projects: Readonly<Record<string, Changes>> = {}
  // Earlier users' changes. Without a database, only memory has them.
  readonly #others = new Map<string, { projects: Readonly<Record<string, Changes>>; browserId: string }>()
  #handlers = NO_HANDLERS
  readonly #writes = new Set<Promise<void>>()
  readonly #unstored = new Set<string>()
  readonly #transactions = new Set<IDBTransaction>()
  #opening: Promise<void> | undefined
  #queue: Write[] = []
  #channel: BroadcastChannel | undefined
  #isFrozen = false
  #isPersistent = false
  readonly #blobs = new WeakMap<StoredFile, Blob>()

  constructor() {
    // Safari freezes a page mid-transaction, which then blocks writes of other pages.
    window.addEventListener('pagehide', ({ persisted }) => {
      this.#isFrozen = persisted
      if (persisted) for (const transaction of this.#transactions) abort(transaction)
    })
    window.addEventListener('pageshow', () => {
      if (this.#isFrozen) void this.#thaw()
    })
  }

  get user(): string {
    return this.owner.split(' ').at(-1) ?? ''
  }

  /** Switches to `owner` and reads the stored changes. */
  open(owner: string, handlers = NO_HANDLERS): Promise<void> {
    if (owner === this.owner && this.#opening) return this.#opening
    const { projects, browserId } = this.#others.get(owner) ?? { projects: {}, browserId: crypto.randomUUID() }
    this.#others.set(this.owner, { projects: this.#projects, browserId: this.browserId })
    this.owner = owner
    this.browserId = browserId
    this.isOpen = false
    this.#projects = projects
    this.#handlers = handlers
    this.#channel ??= new BroadcastChannel(names.unsentChanges)
    this.#channel.onmessage = ({ data }: MessageEvent<Message>) => {
      if (data.owner === owner && owner === this.owner) void this.#hear(data.fields)
    }
    const reading = this.#load()
      .catch((cause) => console.info('Unsaved changes aren’t kept in this browser', cause))
      .then(() => this.isOpen && this.#version.set({}))
    this.#opening = Promise.race([reading, openTimeout()]).then(() => {
      this.isOpen = owner === this.owner
      this.#version.set({})
    })
    return this.#opening
  }

  projects(): string[] {
    return Object.keys(this.#projects)
  }

  /** Returns the same object until a change. */
  pendingChanges(project: string): Changes {
    return this.#projects[project] ?? NONE
  }

  /** Whether some changes are only in memory. */
  hasUnstored(): boolean {
    return [...this.#unstored].some((name) => name.startsWith(`${this.owner},`))
  }

  /** Stores a change under a new `seq`. Batches the writes of a task. */
  put(project: string, field: string, change: Omit<Change, 'seq'>): void {
    this.#seq = Math.max(Date.now(), this.#seq + 1)
    const numbered = { ...change, seq: this.#seq }
    this.#set(project, field, numbered)
    this.#version.set({})
    this.#enqueue({ project, field, change: numbered, seq: numbered.seq })
  }

  /** Drops a change unless it is newer than `seq`. */
  remove(project: string, field: string, seq: number): void {
    const { [field]: change } = this.pendingChanges(project)
    if (!change || change.seq > seq) return
    this.#set(project, field, undefined)
    this.#version.set({})
    this.#enqueue({ project, field, seq })
  }

  /** Returns a cached blob, so that images don't reload. */
  toBlob(file: StoredFile): Blob {
    const blob = this.#blobs.get(file) ?? new Blob([file.bytes], { type: file.type })
    this.#blobs.set(file, blob)
    return blob
  }

  /** Requests persistent storage. Call late, because Firefox prompts the user. */
  requestPersistence(): void {
    if (!this.#isPersistent) void navigator.storage?.persist?.()
    this.#isPersistent = true
  }

  #set(project: string, field: string, change: Change | undefined): void {
    const { [field]: _, ...others } = this.pendingChanges(project)
    const { [project]: __, ...rest } = this.#projects
    const changes = change ? { ...others, [field]: change } : others
    this.#projects = Object.keys(changes).length > 0 ? { ...rest, [project]: changes } : rest
    if (change) this.#seq = Math.max(this.#seq, change.seq)
  }

  #enqueue(write: Write): void {
    this.#queue.push(write)
    if (this.#queue.length > 1) return
    const { owner } = this
    queueMicrotask(() => {
      const writes = this.#queue
      this.#queue = []
      const write = this.#write(owner, writes).finally(() => this.#writes.delete(write))
      this.#writes.add(write)
    })
  }

  #transact<Result>(mode: IDBTransactionMode, run: (store: IDBObjectStore) => Promise<Result>): Promise<Result> {
    if (this.#isFrozen) return Promise.reject(new Error('The page is in the back/forward cache'))
    return database(mode, async (store) => {
      const { transaction } = store
      this.#transactions.add(transaction)
      const done = promisifyRequest(transaction)
      done.catch(() => {}).finally(() => this.#transactions.delete(transaction))
      const result = await run(store)
      await done
      return result
    })
  }

  async #write(owner: string, writes: readonly Write[]): Promise<void> {
    const written: Field[] = []
    const newer: (Field & { change: Change })[] = []
    try {
      await this.#transact('readwrite', async (store) => {
        const browser: unknown = await promisifyRequest(store.get([owner]))
        this.#takeNumber(browser)
        if (v.is(browserSchema, browser)) store.put({ ...browser, seq: this.#seq }, [owner])
        for (const { project, field, change, seq } of writes) {
          const key = toKey(owner, { project, field })
          const stored: unknown = await promisifyRequest(store.get(key))
          // Another version of the site stored this.
          if (stored !== undefined && !v.is(recordSchema, stored)) continue
          if (stored && stored.seq > seq) newer.push({ project, field, change: stored })
          else if (change) store.put({ ...change, format: FORMAT }, key)
          else if (stored) store.delete(key)
          written.push({ project, field })
        }
      })
      if (written.length > 0) this.#channel?.postMessage({ owner, fields: written } satisfies Message)
    } catch (cause) {
      written.length = 0
      newer.length = 0
      if (this.#unstored.size === 0) console.info('Changes couldn’t be stored in this browser', cause)
    }
    const kept = new Set(written.map((target) => toName(owner, target)))
    for (const write of writes) {
      const name = toName(owner, write)
      if (kept.has(name) || !write.change) this.#unstored.delete(name)
      else this.#unstored.add(name)
    }
    if (owner === this.owner) for (const { project, field, change } of newer) this.#adopt(project, field, change)
    this.#version.set({})
  }

  #adopt(project: string, field: string, stored: Change): void {
    const { [field]: before } = this.pendingChanges(project)
    if (before && before.seq >= stored.seq) return
    this.#set(project, field, stored)
    this.#handlers.onAdopted(project)
  }

  // Another tab may have used higher numbers before the clock was set back.
  #takeNumber(browser: unknown): void {
    if (v.is(browserSchema, browser)) this.#seq = Math.max(this.#seq, browser.seq)
  }

  // Returns the names of all stored records.
  async #load(): Promise<ReadonlySet<string>> {
    const { owner, browserId } = this
    const range = IDBKeyRange.bound([owner], [owner, []])
    const [keys, values, stored] = await this.#transact('readwrite', async (store) => {
      const browser: unknown = await promisifyRequest(store.get([owner]))
      const made = { format: FORMAT, id: browserId, seq: this.#seq }
      if (browser === undefined) store.put(made, [owner])
      return [
        await promisifyRequest(store.getAllKeys(range)),
        await promisifyRequest(store.getAll(range)),
        browser ?? made,
      ]
    })
    const names = new Set(keys.map(String))
    if (owner !== this.owner) return names
    // This page may have sent its own id already.
    if (v.is(browserSchema, stored) && !this.isOpen) this.browserId = stored.id
    this.#takeNumber(stored)
    this.unreadable = 0
    for (const [index, key] of keys.entries()) {
      const [, project, field] = key as [string, string?, string?]
      if (project === undefined || field === undefined) continue
      const { success, output } = v.safeParse(recordSchema, values[index])
      if (success) this.#adopt(project, field, output)
      if (!success) this.unreadable += 1
    }
    return names
  }

  async #hear(fields: readonly Field[]): Promise<void> {
    const { owner } = this
    const read = async (store: IDBObjectStore) => {
      this.#takeNumber(await promisifyRequest<unknown>(store.get([owner])))
      return Promise.all(fields.map((target) => promisifyRequest<unknown>(store.get(toKey(owner, target)))))
    }
    const values = await this.#transact('readonly', read).catch(() => [])
    const removals = new Map<string, Promise<boolean>>()
    for (const [index, stored] of values.entries()) {
      const { project = '', field = '' } = fields[index] ?? {}
      const { [field]: before } = this.pendingChanges(project)
      if (v.is(recordSchema, stored)) {
        if (owner === this.owner) this.#adopt(project, field, stored)
      } else if (stored === undefined && before && !this.#unstored.has(toName(owner, { project, field }))) {
        const mayGo = removals.get(project) ?? this.#handlers.onRemoved(project)
        removals.set(project, mayGo)
        if ((await mayGo) && owner === this.owner) this.#removeIfSame(project, field, before)
      }
    }
    this.#version.set({})
  }

  #removeIfSame(project: string, field: string, change: Change): void {
    if (this.pendingChanges(project)[field] === change) this.#set(project, field, undefined)
  }

  // Other pages may have sent or changed these while this one was frozen.
  async #thaw(): Promise<void> {
    this.#isFrozen = false
    await Promise.all(this.#writes)
    const { owner } = this
    const known = Object.entries(this.#projects).flatMap(([project, changes]) =>
      Object.entries(changes).map(([field, change]) => ({ project, field, change, seq: change.seq })),
    )
    await this.#write(
      owner,
      known.filter((write) => this.#unstored.has(toName(owner, write))),
    )
    const stored = await this.#load().catch(() => undefined)
    if (owner !== this.owner) return
    for (const { project, field, change } of stored ? known : []) {
      const name = toName(owner, { project, field })
      if (!stored?.has(name) && !this.#unstored.has(name)) this.#removeIfSame(project, field, change)
    }
    this.#version.set({})
  }
}

export const outbox = new Outbox()
