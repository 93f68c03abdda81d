import { createStore, delMany, get, keys, set } from 'idb-keyval'
import * as v from 'valibot'
import { askForPersistence } from '@/storage/storage-usage'

const base = v.object({ id: v.string(), version: v.number() })

const photographSchema = v.object({
  id: v.string(),
  /** The name of the file it was chosen as. */
  name: v.string(),
  alt: v.string(),
  description: v.string(),
  /** Null until it is scaled: the original lies under `id` meanwhile. */
  files: v.nullable(
    v.object({
      files: v.array(v.string()),
      widths: v.array(v.number()),
      width: v.number(),
      height: v.number(),
      placeholder: v.string(),
    }),
  ),
  /** How often scaling it has begun: where it ends with the page each time, it is more than the device can do. */
  tries: v.optional(v.number()),
})

const draftSchema = v.object({
  /** What was read from the server; null for a project that is not there yet. */
  base: v.nullable(base),
  title: v.string(),
  location: v.string(),
  month: v.string(),
  year: v.string(),
  summary: v.string(),
  description: v.string(),
  services: v.string(),
  photographs: v.array(photographSchema),
  cover: v.nullable(v.string()),
  before: v.nullable(v.string()),
  after: v.nullable(v.string()),
})

/** A project as its form holds it. */
export type Draft = v.InferOutput<typeof draftSchema>
export type DraftPhotograph = Draft['photographs'][number]

/** Stands for the project that is not on the server yet, in the URL and as a key here. */
export const NEW = 'new'

// Texts by the project's id; its files by `<id>/<name>`.
const store = createStore('project-drafts', 'drafts')
const fileKey = (project: string, name: string) => `${project}/${name}`

// What the browser refuses to store stays here until the page is closed.
const texts = new Map<string, Draft>()
const files = new Map<string, Blob>()

/** Whether a part of the draft lies in memory alone. */
const isRefused = (project: string) => [...files.keys()].some((key) => key.startsWith(`${project}/`))

/** What a call to the store returns; undefined where the browser refuses, some by throwing at once. */
const attempt = async <T>(call: () => Promise<T>): Promise<{ value: T } | undefined> => {
  try {
    return { value: await call() }
  } catch (cause) {
    console.info('The browser refuses to store drafts', cause)
    return undefined
  }
}

export type Kept = 'kept' | 'refused'

export const keepDraft = async (project: string, draft: Draft): Promise<Kept> => {
  texts.set(project, draft)
  const isKept = await attempt(() => set(project, JSON.stringify(draft), store))
  if (isKept && texts.get(project) === draft) texts.delete(project)
  return isKept && !isRefused(project) ? 'kept' : 'refused'
}

export const keepFile = async (project: string, name: string, blob: Blob): Promise<void> => {
  const key = fileKey(project, name)
  // Copied to memory, because the file on disk may change later.
  const copy = new Blob([await blob.arrayBuffer()], { type: blob.type })
  files.set(key, copy)
  if (await attempt(() => set(key, copy, store))) files.delete(key)
  void askForPersistence()
}

/** A file of the draft; undefined where this browser has none. */
export const readFile = async (project: string, name: string): Promise<Blob | undefined> =>
  files.get(fileKey(project, name)) ?? (await attempt(() => get<Blob>(fileKey(project, name), store)))?.value

export const dropFile = async (project: string, name: string): Promise<void> => {
  files.delete(fileKey(project, name))
  await attempt(() => delMany([fileKey(project, name)], store))
}

/** What this browser keeps of a project; `unreadable` once it was set aside because it could not be read. */
export const readDraft = async (project: string): Promise<Draft | 'unreadable' | undefined> => {
  const inMemory = texts.get(project)
  if (inMemory) return inMemory
  const text = (await attempt(() => get<string>(project, store)))?.value
  if (text === undefined) return undefined
  try {
    return v.parse(draftSchema, JSON.parse(text))
  } catch (cause) {
    console.info('A draft could not be read', cause)
    await attempt(() => set(`${project}.corrupt`, text, store).then(() => delMany([project], store)))
    return 'unreadable'
  }
}

/** Forgets a draft with its files. */
export const dropDraft = async (project: string): Promise<void> => {
  const isOfProject = (key: unknown) => key === project || String(key).startsWith(`${project}/`)
  texts.delete(project)
  for (const key of [...files.keys()].filter(isOfProject)) files.delete(key)
  await attempt(async () => delMany((await keys(store)).filter(isOfProject), store))
}

/** The projects of which this browser keeps a draft. */
export const draftsHere = async (): Promise<string[]> => {
  const stored = (await attempt(() => keys(store)))?.value ?? []
  return [...new Set([...texts.keys(), ...stored.map(String)])].filter((key) => !/[/.]/.test(key))
}
