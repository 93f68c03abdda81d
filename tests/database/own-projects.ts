import { randomUUID } from 'node:crypto'
import type { Identity } from '../support/backend-users.ts'
import type { startWithPeople } from './people.ts'

export type Saved = { id: string; version: number }
type Image = { alt: string; description: string } & object
type Content = { completed: string; description: string[]; services: string[]; images: Image[] } & {
  [mark in 'cover' | 'before' | 'after']: number | null
}

/** The key of a project, the same for the same name: a form makes one at random. */
export const keyOf = (name: string): string =>
  `00000000-0000-4000-8000-${Buffer.from(name).toString('hex').padStart(12, '0').slice(-12)}`

const idAt = (index: number | null) => (index === null ? null : `${index}`)

/** What a form holds that publishes this. */
export const draftOf = ({ completed, description, services, images, ...content }: Content & object) => ({
  ...content,
  ...{ year: completed.slice(0, 4), month: completed.slice(5) },
  ...{ description: description.join('\n\n'), services: services.join('\n') },
  photographs: images.map(({ alt, description: caption, ...picture }, index) => {
    return { id: `${index}`, name: `${index}.jpg`, alt, description: caption, picture }
  }),
  ...{ cover: idAt(content.cover), before: idAt(content.before), after: idAt(content.after) },
})

type Form = { form?: string; save?: number; who?: Identity }

/** Saves and publishes own projects as their form does. */
export const ownProjects = ({ admin, rpc }: Pick<Awaited<ReturnType<typeof startWithPeople>>, 'admin' | 'rpc'>) => ({
  /** By a form of its own, unless told otherwise. */
  save: ({ id, version }: { id: string; version: number | null }, draft: object, options: Form = {}) => {
    const { form = randomUUID(), save = 1, who = admin } = options
    return rpc(who, 'save_project', { p_id: id, p_version: version, p_form: form, p_save: save, p_draft: draft })
  },
  publish: ({ id, version }: Saved, content: object, address = 'cellar') =>
    rpc(admin, 'publish_project', { p_id: id, p_version: version, p_address: address, p_content: content }),
})
