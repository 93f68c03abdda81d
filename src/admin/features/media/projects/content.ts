import { PROJECT_LIMITS, projectContentSchema, projectDraftSchema } from '@contract/project'
import * as v from 'valibot'
import { adminMessages, pluralise } from '@/admin/messages'
import { builtInCards } from '@/content/projects'
import type { Draft, DraftPhotograph } from './draft-store'
import type { Content, OwnProject, Photograph } from './projects'

const texts = adminMessages.media.projects

/** A project with nothing in it. */
export const EMPTY: Draft = {
  base: null,
  title: '',
  location: '',
  month: '',
  year: '',
  summary: '',
  description: '',
  services: '',
  photographs: [],
  cover: null,
  before: null,
  after: null,
}

/** What the server has of a project, as its form holds it. */
export const toDraft = ({ id, version, draft }: OwnProject): Draft => {
  const [year = '', month = ''] = draft.completed.split('-')
  const photographs = draft.images.map(({ alt, description, ...files }, index): DraftPhotograph => {
    return { id: `${index} ${files.files[0]}`, name: alt || `Photograph ${index + 1}`, alt, description, files }
  })
  const idAt = (index: number | null) => (index === null ? null : (photographs[index]?.id ?? null))
  return {
    base: { id, version },
    ...{ title: draft.title, location: draft.location, month, year, summary: draft.summary },
    description: draft.description.join('\n\n'),
    services: draft.services.join('\n'),
    photographs,
    // The first is the cover, whichever that is, unless another was chosen.
    ...{ cover: draft.cover === 0 ? null : idAt(draft.cover), before: idAt(draft.before), after: idAt(draft.after) },
  }
}

const parts = (text: string, gap: RegExp) =>
  text
    .split(gap)
    .map((part) => part.trim())
    .filter(Boolean)

/** What a draft says, without the photographs that are still being scaled. */
export const toContent = (draft: Draft): Content => {
  const ready = draft.photographs.flatMap(({ id, alt, description, files }) =>
    files ? [{ id, image: { ...files, alt: alt.trim(), description: description.trim() } }] : [],
  )
  const indexOf = (wanted: string | null) => {
    const index = ready.findIndex(({ id }) => id === wanted)
    return index < 0 ? null : index
  }
  return {
    title: draft.title.trim(),
    location: draft.location.trim(),
    completed: draft.month && draft.year ? `${draft.year}-${draft.month}` : '',
    summary: draft.summary.trim(),
    description: parts(draft.description, /\n\s*\n/),
    services: parts(draft.services, /\n/),
    images: ready.map(({ image }) => image),
    cover: indexOf(draft.cover) ?? 0,
    before: indexOf(draft.before),
    after: indexOf(draft.after),
  }
}

/** What is wrong, in words, by the field's name; a photograph's words are `alt <index>` and `description <index>`. */
export type Problems = Readonly<Record<string, string>>

type LimitedField = 'title' | 'location' | 'summary'

const sentence = (field: string, nested: string | undefined, type: string): string => {
  if (type !== 'max_length') {
    if (field === 'images') return nested ? texts.noWords : texts.noPhotographs
    const least = field in PROJECT_LIMITS ? PROJECT_LIMITS[field as LimitedField][0] : 0
    return field === 'description' || least < 2 ? texts.missing : texts.tooShort(least)
  }
  if (field === 'description')
    return nested
      ? texts.longParagraph(PROJECT_LIMITS.paragraph[1])
      : texts.tooManyParagraphs(PROJECT_LIMITS.description[1])
  if (field === 'services')
    return nested ? texts.tooLong(PROJECT_LIMITS.service[1]) : texts.tooManyServices(PROJECT_LIMITS.services[1])
  if (field === 'images') return texts.tooLong(PROJECT_LIMITS[nested === 'alt' ? 'alt' : 'caption'][1])
  return texts.tooLong(PROJECT_LIMITS[field as LimitedField][1])
}

/** Checks a draft for saving, or for being published. */
export const problemsOf = (draft: Draft, isPublished: boolean): Problems => {
  const content = toContent(draft)
  const { issues = [] } = v.safeParse(isPublished ? projectContentSchema : projectDraftSchema, content)
  const problems: Record<string, string> = {}
  const date = draft.month ? 'year' : 'month'
  if (!draft.month !== !draft.year) problems[date] = texts.halfDate
  for (const { path = [], type } of issues) {
    const [field = '', index, nested] = path.map(({ key }) => String(key))
    const name = field === 'images' && nested ? `${nested} ${index}` : field === 'completed' ? date : field
    const isEmptyText = type !== 'max_length' && content[field as LimitedField] === ''
    problems[name] ??= isEmptyText ? texts.missing : sentence(field, nested ?? index, type)
  }
  return problems
}

/** The end of a project's address: its title in letters a to z, digits and hyphens, `project` where that leaves none. */
export const slugOf = (title: string): string => {
  const words = title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
  const slug = words.slice(0, 70).replace(/^-+|-+$/g, '') || 'project'
  return builtInCards.some(({ id }) => id === slug) ? `${slug}-2` : slug
}

/** The address that a project is given: its title's, or that and a number where another has it already. */
export const freeIdOf = (title: string, others: readonly { id: string }[]): string => {
  const slug = slugOf(title)
  let id = slug
  for (let number = 2; others.some((other) => other.id === id); number += 1) id = `${slug}-${number}`
  return id
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

export const isSameContent = (one: Content | null, other: Content): boolean => isSame(one, other)

const fileOf = ({ files }: Photograph) => files.at(-1)
const wordsOf = ({ alt, description }: Photograph) => [alt, description]

const names = {
  title: 'Title',
  location: 'Place',
  completed: 'Completion date',
  summary: 'Summary',
  description: 'Description',
  services: 'Services',
} as const

const pictureChanges = (before: Content, after: Content): (string | false)[] => {
  const then = before.images.map(fileOf)
  const now = after.images.map(fileOf)
  const added = now.filter((file) => !then.includes(file)).length
  const removed = then.filter((file) => !now.includes(file)).length
  const kept = (list: typeof now, other: typeof now) => list.filter((file) => other.includes(file))
  const words = (content: Content) =>
    content.images.filter((image) => then.includes(fileOf(image)) && now.includes(fileOf(image))).map(wordsOf)
  const pairOf = ({ before: one, after: other, images }: Content) =>
    [one, other].map((index) => index !== null && images[index] && fileOf(images[index]))
  const coverOf = ({ images, cover }: Content) => images[cover] && fileOf(images[cover])
  const isMoved = !isSame(kept(now, then), kept(then, now))
  return [
    added > 0 && `${pluralise(added, 'photograph')} added`,
    removed > 0 && `${pluralise(removed, 'photograph')} removed`,
    isMoved && 'Photographs in another order',
    !isMoved && !isSame(words(before), words(after)) && 'Other words to the photographs',
    coverOf(before) !== coverOf(after) && 'Another cover',
    !isSame(pairOf(before), pairOf(after)) && 'Another comparison of before and after',
  ]
}

/** What visitors will see differently, in words; empty when nothing changes. */
export const changesOf = (before: Content | null, after: Content, isNew = true): string[] => {
  const photographs = pluralise(after.images.length, 'photograph')
  if (!before) return [isNew ? `A new project with ${photographs}` : `The project shows again, with ${photographs}`]
  const fields = Object.entries(names).flatMap(([field, name]) => {
    const [then, now] = [before[field as keyof typeof names], after[field as keyof typeof names]]
    if (isSame(then, now)) return []
    return typeof now === 'string' && now.length <= 80
      ? [`${name}: “${now}” instead of “${then}”`]
      : [`${name} reworded`]
  })
  return [...fields, ...pictureChanges(before, after).filter((change) => change !== false)]
}
