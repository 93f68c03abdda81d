import { SITE_MEDIA_BUCKET } from '../../supabase/functions/_shared/contract/publication.ts'
import type { TestBackend } from './backend.ts'
import { type ApiAnswer, type Identity, rpc } from './backend-users.ts'

export type Saved = { id: string; version: number }
export type Change = { base: number; value: unknown; seq?: number }
type Image = { alt: string; description: string } & object
type Content = { completed: string; description: string[]; services: string[]; images: Image[] } & {
  [mark in 'cover' | 'before' | 'after']: number | null
} & { facts?: object }

/** Returns the name of a stored file. */
export const fakeFileName = (letter: string, ending = 'webp'): string => `${letter.repeat(64)}.${ending}`

/** Returns a picture as the database names it. */
export const fakeImage = (...files: string[]) => ({
  files,
  widths: [480, 960, 1600].slice(0, files.length),
  ...{ width: 1600, height: 1200, placeholder: '#d6d0c8' },
})

/** Returns a project's photo with words. */
export const fakeProjectImage = (...files: string[]) => ({
  ...fakeImage(...files),
  alt: 'A dry basement',
  description: '',
})

/** Returns a published project. */
export const fakeContent = <Photograph extends object>(...images: Photograph[]) => ({
  ...{
    title: 'A cellar in Camden',
    location: 'Camden',
    completed: '2025-11',
    summary: 'One dry room under a terrace.',
  },
  ...{ description: ['Dug by hand.'], services: ['Underpinning'], images, cover: 0, before: null, after: null },
})

/** Lists files as stored `hours` ago. */
export const storeFiles = ({ sql }: Pick<TestBackend, 'sql'>, names: readonly string[], hours = 0) =>
  sql(
    `insert into storage.objects (bucket_id, name, created_at)
     select $1, name, now() - make_interval(hours => $3) from unnest($2::text[]) name on conflict do nothing`,
    [SITE_MEDIA_BUCKET, names, hours],
  )

/** Returns a project's key by name. */
export const toKey = (name: string): string =>
  `00000000-0000-4000-8000-${Buffer.from(name).toString('hex').padStart(12, '0').slice(-12)}`

const idAt = (index: number | null) => (index === null ? null : `${index}`)

/** Returns the draft that publishes this. */
export const toDraft = (content: Content & object) => {
  const { completed, description, services, images, cover, before, after, facts, ...words } = content
  return {
    ...words,
    ...facts,
    ...{ year: completed.slice(0, 4), month: completed.slice(5) },
    ...{ description: description.join('\n\n'), services: services.join('\n') },
    photographs: Object.fromEntries(
      images
        .map(({ alt, description, ...picture }, place) => ({ name: `${place}.jpg`, place, alt, description, picture }))
        .entries(),
    ),
    ...{ cover: idAt(cover), pair: { before: idAt(before), after: idAt(after) } },
  }
}

const fieldsOf = ({ photographs = {}, ...words }: { photographs?: object }): Record<string, unknown> => {
  const parts = Object.entries(photographs).flatMap(([id, photograph]) =>
    Object.entries(photograph).map(([part, value]) => [`photographs/${id}/${part}`, value]),
  )
  return { ...words, ...Object.fromEntries(parts) }
}

let seq = 0
const nextSeq = () => {
  seq += 1
  return seq
}

/** Returns the changes that overwrite a stored draft. */
export const toChanges = (draft: { photographs?: object }, stored: Readonly<Record<string, { at: number }>> = {}) =>
  Object.fromEntries(
    Object.entries(fieldsOf(draft)).map(([field, value]) => [
      field,
      { base: stored[field]?.at ?? 0, seq: nextSeq(), value },
    ]),
  )

type Options = { who?: Identity; browser?: string; seen?: number }
type Caller = Parameters<typeof rpc>[0]

/** Saves and publishes custom projects as their form does. */
export const createCustomProjects = (backend: Caller & Pick<TestBackend, 'sql'>, admin: Identity) => {
  const change = (id: string, changes: Record<string, Change>, options: Options = {}) => {
    const { who = admin, seen = 0 } = options
    const { browser = who === admin ? 'phone' : 'desk' } = options
    const numbered = Object.entries(changes).map(([field, change]) => [field, { seq: nextSeq(), ...change }])
    const body = { p_id: id, p_seen: seen, p_browser: browser, p_changes: Object.fromEntries(numbered) }
    return rpc(backend, who, 'save_project', body)
  }
  return {
    change,
    save: async ({ id }: { id: string; version?: number | null }, draft: object) => {
      const stored = 'select fields from projects where id = $1'
      const [row] = await backend.sql<{ fields: Record<string, { at: number }> }>(stored, [id])
      return change(id, toChanges(draft, row?.fields))
    },
    publish: ({ id, version }: Saved, content: object | null, address: string | null = 'cellar'): Promise<ApiAnswer> =>
      rpc(backend, admin, 'publish_project', { p_id: id, p_version: version, p_address: address, p_content: content }),
  }
}
