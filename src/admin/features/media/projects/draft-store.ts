import { pictureEntries } from '@contract/picture'
import { createStore, delMany, get, keys, set } from 'idb-keyval'
import * as v from 'valibot'
import * as names from '@/storage/names'
import { askForPersistence } from '@/storage/storage-usage'

const photographSchema = v.object({
  id: v.string(),
  /** The name of the file it was chosen as. */
  name: v.string(),
  alt: v.string(),
  description: v.string(),
  /** Null until it is scaled: the original lies under `id` meanwhile. */
  files: v.nullable(v.object(pictureEntries)),
  /** How often scaling it has begun: where it ends with the page each time, it is more than the device can do. */
  tries: v.optional(v.number()),
})

const words = v.optional(v.string(), '')
const markedId = v.optional(v.nullable(v.string()), null)

const draftSchema = v.object({
  /** What was read from the server; null for a project that is not there yet. */
  base: v.optional(v.nullable(v.object({ id: v.string(), version: v.number() })), null),
  title: words,
  location: words,
  month: words,
  year: words,
  summary: words,
  description: words,
  services: words,
  photographs: v.optional(v.array(photographSchema), []),
  cover: markedId,
  before: markedId,
  after: markedId,
})

/** A project as its form holds it. */
export type Draft = v.InferOutput<typeof draftSchema>
export type DraftPhotograph = Draft['photographs'][number]

/** A project with nothing in it. */
export const EMPTY: Draft = v.parse(draftSchema, {})

/** Stands for the project that is not on the server yet, in the URL and as a key here. */
export const NEW = 'new'

// Drafts by the project's id; their files by `<id>/<name>`.
const store = createStore(names.projectDrafts, 'drafts')
const fileKey = (project: string, name: string) => `${project}/${name}`
const isOf = (project: string) => (key: string) => key === project || key.startsWith(`${project}/`)

// What the browser refuses to store stays here until the page is closed.
const refused = new Map<string, unknown>()

/** What a call to the store returns; undefined where the browser refuses, some by throwing at once. */
const attempt = async <T>(call: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await call()
  } catch (cause) {
    console.info('The browser refuses to store drafts', cause)
    return undefined
  }
}

const write = async (key: string, value: Draft | Blob): Promise<void> => {
  const isStored = await attempt(() => set(key, value, store).then(() => true))
  if (isStored) refused.delete(key)
  else refused.set(key, value)
}

const read = async (key: string): Promise<unknown> => refused.get(key) ?? attempt(() => get<unknown>(key, store))

const storedKeys = async (): Promise<string[]> => (await attempt(() => keys<string>(store))) ?? []

const drop = async (isDropped: (key: string) => boolean): Promise<void> => {
  for (const key of refused.keys()) if (isDropped(key)) refused.delete(key)
  const stored = await storedKeys()
  await attempt(() => delMany(stored.filter(isDropped), store))
}

/** Says whether the browser stores all of it, or a part lies in memory alone. */
export const keepDraft = async (project: string, draft: Draft): Promise<'kept' | 'refused'> => {
  await write(project, draft)
  return [...refused.keys()].some(isOf(project)) ? 'refused' : 'kept'
}

/** Keeps a file of the draft, in memory where the browser refuses. */
export const keepFile = async (project: string, name: string, blob: Blob): Promise<void> => {
  // Copied to memory, because the file on disk may change later.
  await write(fileKey(project, name), new Blob([await blob.arrayBuffer()], { type: blob.type }))
  void askForPersistence()
}

/** A file of the draft; undefined where this browser has none. */
export const readFile = async (project: string, name: string): Promise<Blob | undefined> => {
  const found = await read(fileKey(project, name))
  return found instanceof Blob ? found : undefined
}

/** Forgets a file of the draft. */
export const dropFile = (project: string, name: string): Promise<void> => drop((key) => key === fileKey(project, name))

/** What this browser keeps of a project; `unreadable` once it was set aside because it could not be read. */
export const readDraft = async (project: string): Promise<Draft | 'unreadable' | undefined> => {
  const found = await read(project)
  if (found === undefined) return undefined
  const { success, output, issues } = v.safeParse(draftSchema, found)
  if (success) return output
  console.info('A draft could not be read', issues)
  await attempt(() => set(`${project}.corrupt`, found, store).then(() => delMany([project], store)))
  return 'unreadable'
}

/** Forgets a draft with its files. */
export const dropDraft = (project: string): Promise<void> => drop(isOf(project))

/** Whether any of it lies in memory alone. */
export const hasRefused = (): boolean => refused.size > 0

/** The projects of which this browser keeps a draft. */
export const draftsHere = async (): Promise<string[]> =>
  [...new Set([...refused.keys(), ...(await storedKeys())])].filter((key) => !/[/.]/.test(key))
