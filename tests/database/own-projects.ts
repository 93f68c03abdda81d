import type { Identity } from '../support/backend-users.ts'
import type { startWithPeople } from './people.ts'

export type Saved = { id: string; version: number }
export type Change = { at: number; is: unknown; by?: string; sent?: unknown[] }
type Image = { alt: string; description: string } & object
type Content = { completed: string; description: string[]; services: string[]; images: Image[] } & {
  [mark in 'cover' | 'before' | 'after']: number | null
} & { facts?: object }

/** The key of a project, the same for the same name: a form makes one at random. */
export const keyOf = (name: string): string =>
  `00000000-0000-4000-8000-${Buffer.from(name).toString('hex').padStart(12, '0').slice(-12)}`

const idAt = (index: number | null) => (index === null ? null : `${index}`)

/** What a form holds that publishes this. */
export const draftOf = (content: Content & object) => {
  const { completed, description, services, images, cover, before, after, facts, ...words } = content
  return {
    ...words,
    ...facts,
    ...{ year: completed.slice(0, 4), month: completed.slice(5) },
    ...{ description: description.join('\n\n'), services: services.join('\n') },
    photographs: Object.fromEntries(
      images.map(({ alt, description: caption, ...picture }, index) => [
        index,
        { name: `${index}.jpg`, place: index, alt, description: caption, picture },
      ]),
    ),
    ...{ cover: idAt(cover), pair: { before: idAt(before), after: idAt(after) } },
  }
}

/** The fields of a draft, by their names. */
export const fieldsOf = ({ photographs = {}, ...words }: { photographs?: object }): Record<string, unknown> => ({
  ...words,
  ...Object.fromEntries(
    Object.entries(photographs).flatMap(([id, photograph]) =>
      Object.entries(photograph).map(([part, is]) => [`photographs/${id}/${part}`, is]),
    ),
  ),
})

type Options = { who?: Identity; isFirst?: boolean; seen?: number }
type Database = Pick<Awaited<ReturnType<typeof startWithPeople>>, 'admin' | 'rpc' | 'sql'>

/** Saves and publishes own projects as their form does. */
export const ownProjects = ({ admin, rpc, sql }: Database) => {
  /** Sends changes as they are. */
  const change = (id: string, p_changes: Record<string, Change> | null, options: Options = {}) => {
    const { who = admin, isFirst = false, seen = 0 } = options
    return rpc(who, 'save_project', { p_id: id, p_seen: seen, p_changes, p_is_first: isFirst })
  }
  return {
    change,
    /** Sets every field of a draft over what is stored; a version of null makes the project. */
    save: async ({ id, version }: { id: string; version: number | null }, draft: object) => {
      const [row] = await sql<{ fields: Record<string, { at: number }> }>('select fields from projects where id = $1', [
        id,
      ])
      const changes = Object.entries(fieldsOf(draft)).map(([field, is]) => [
        field,
        { at: row?.fields[field]?.at ?? 0, is },
      ])
      return change(id, Object.fromEntries(changes), { isFirst: version === null })
    },
    publish: ({ id, version }: Saved, content: object | null, address: string | null = 'cellar') =>
      rpc(admin, 'publish_project', { p_id: id, p_version: version, p_address: address, p_content: content }),
  }
}
