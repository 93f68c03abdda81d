import { PROJECT_FACTS, type ProjectDraft, projectContentSchema } from '@contract/project'
import * as v from 'valibot'
import type { Content } from '@/admin/data/projects'
import { adminMessages, capitalise, pluralise } from '@/admin/text/messages'
import { bundledCards } from '@/content/projects/bundled'
import { isEqual, listPhotos } from './draft'

const texts = adminMessages.media.projects

const parts = (text: string, gap: RegExp) =>
  text
    .split(gap)
    .map((part) => part.trim())
    .filter(Boolean)

/** Returns the publishable content of a draft. Leaves out photos that aren't uploaded. */
export const toContent = (draft: ProjectDraft): Content => {
  const ready = listPhotos(draft).flatMap(({ id, alt, description, picture }) =>
    picture ? [{ id, image: { ...picture, alt: alt.trim(), description: description.trim() } }] : [],
  )
  const findIndex = (wanted: string | null) => {
    const index = ready.findIndex(({ id }) => id === wanted)
    return index < 0 ? null : index
  }
  const facts = PROJECT_FACTS.flatMap((name) => (draft[name].trim() ? [[name, draft[name].trim()]] : []))
  return {
    title: draft.title.trim(),
    location: draft.location.trim(),
    completed: draft.month && draft.year ? `${draft.year}-${draft.month}` : '',
    summary: draft.summary.trim(),
    description: parts(draft.description, /\n\s*\n/),
    services: parts(draft.services, /\n/),
    images: ready.map(({ image }) => image),
    cover: findIndex(draft.cover) ?? 0,
    before: findIndex(draft.pair.before),
    after: findIndex(draft.pair.after),
    ...(facts.length > 0 && { facts: Object.fromEntries(facts) }),
  }
}

/** Messages by field name; `images` is about all photos. */
export type ProjectProblems = Readonly<Record<string, string>>

// `nested` is set if the problem is in an entry of the field's list.
const sentence = (field: string, nested: string | undefined, isTooMuch: boolean, limit: number): string => {
  if (!isTooMuch && field === 'images') return nested ? texts.noWords : texts.noPhotographs
  if (!isTooMuch) return limit > 1 ? texts.tooShort(limit) : texts.missing
  if (field === 'description') return nested ? texts.longParagraph(limit) : texts.tooManyParagraphs(limit)
  return field === 'services' && !nested ? texts.tooManyServices(limit) : texts.tooLong(limit)
}

/** Finds the problems that prevent publishing. */
export const validateDraft = (draft: ProjectDraft): ProjectProblems => {
  const content = toContent(draft)
  const { issues = [] } = v.safeParse(projectContentSchema, content)
  const photographs = listPhotos(draft)
  const waiting = photographs.length - content.images.length
  const problems: Record<string, string> = {}
  const date = draft.month ? 'year' : 'month'
  if (!draft.month !== !draft.year) problems[date] = texts.halfDate
  if (waiting > 0) problems.images = texts.notUploaded(waiting)
  const shown = photographs.filter(({ picture }) => picture)
  for (const { path = [], type, requirement } of issues) {
    const [field = '', index, nested] = path.map(({ key }) => String(key))
    const ofImage = nested && `photographs/${shown[Number(index)]?.id}/${nested}`
    const isFact = field === 'facts' && index
    const name = field === 'images' && ofImage ? ofImage : field === 'completed' ? date : isFact || field
    const isEmpty = content[field as keyof Content] === ''
    problems[name] ??= isEmpty
      ? texts.missing
      : sentence(field, nested ?? index, type === 'max_length', Number(requirement))
  }
  return problems
}

/** Converts a title to a slug of a to z, digits and hyphens; `project` if nothing is left. */
export const toSlug = (title: string): string => {
  const words = title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
  const slug = words.slice(0, 70).replace(/^-+|-+$/g, '') || 'project'
  return bundledCards.some(({ id }) => id === slug) ? `${slug}-2` : slug
}

/** Returns the title's slug, numbered if it is taken. */
export const findFreeSlug = (title: string, taken: readonly (string | null)[]): string => {
  const slug = toSlug(title)
  let address = slug
  for (let number = 2; taken.includes(address); number += 1) address = `${slug}-${number}`
  return address
}

export const fieldLabels = {
  title: 'Title',
  location: 'Location',
  completed: 'Completion date',
  summary: 'Summary',
  description: 'Description',
  services: 'Services',
  depth: 'Depth',
  area: 'Area',
  weeks: 'Time on site',
  ground: 'Ground',
  walls: 'Party walls',
}
type Words = Readonly<Record<string, unknown>>

type Image = Content['images'][number]

const getLargestFile = ({ files }: Image) => files.at(-1)
const getTexts = ({ alt, description }: Image) => [alt, description]

const describeImageChanges = (before: Content, after: Content): string[] => {
  const listShared = (content: Content, other: Content) =>
    content.images.filter((image) =>
      other.images.some((otherImage) => getLargestFile(otherImage) === getLargestFile(image)),
    )
  const oldImages = listShared(before, after)
  const newImages = listShared(after, before)
  const added = after.images.length - newImages.length
  const removed = before.images.length - oldImages.length
  const isMoved = !isEqual(oldImages.map(getLargestFile), newImages.map(getLargestFile))
  const getFileAt = ({ images }: Content, index: number | null) =>
    index !== null && images[index] && getLargestFile(images[index])
  const pair = (content: Content) => [getFileAt(content, content.before), getFileAt(content, content.after)]
  const changes = [
    added > 0 && `${pluralise(added, 'photo')} added`,
    removed > 0 && `${pluralise(removed, 'photo')} removed`,
    isMoved && 'Photos reordered',
    !isMoved && !isEqual(oldImages.map(getTexts), newImages.map(getTexts)) && 'Photo descriptions changed',
    getFileAt(before, before.cover) !== getFileAt(after, after.cover) && 'Cover changed',
    !isEqual(pair(before), pair(after)) && 'Before and after photos changed',
  ]
  return changes.filter((change) => change !== false)
}

const fieldChanges = (before: Content, after: Content) => {
  const old: Words = { ...before, ...before.facts }
  const now: Words = { ...after, ...after.facts }
  return Object.entries(fieldLabels).flatMap(([field, name]) => {
    const [was = '', is = ''] = [old[field], now[field]]
    return isEqual(was, is) ? [] : [{ name, was, is }]
  })
}

/** Summarises the differences, for example 'Summary, 2 photos added'. */
export const shortChanges = (before: Content, after: Content): string => {
  const fields = fieldChanges(before, after).map(({ name }) => name)
  return capitalise([...fields, ...describeImageChanges(before, after)].join(', ').toLowerCase())
}

/** Describes each change that visitors will see. */
export const contentChanges = (before: Content | null, after: Content, isNew = true): string[] => {
  const photos = pluralise(after.images.length, 'photo')
  if (!before) return [isNew ? `A new project with ${photos}` : `The project becomes visible again, with ${photos}`]
  const fields = fieldChanges(before, after).map(({ name, was, is }) => {
    const isShort = typeof is === 'string' && is.length <= 80
    if (!isShort) return `${name} changed`
    if (was === '') return `${name}: “${is}” added`
    return is === '' ? `${name}: “${was}” removed` : `${name}: changed from “${was}” to “${is}”`
  })
  return [...fields, ...describeImageChanges(before, after)]
}
