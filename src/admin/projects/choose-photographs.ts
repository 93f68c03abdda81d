import { PROJECT_LIMITS } from '@contract/project'
import { identifyFile, inspectFile, withTrueType } from '@/admin/pictures/inspect-file'
import { readableName } from '@/admin/pictures/readable-name'
import { missingFiles } from '@/admin/pictures/upload'
import { adminMessages } from '@/admin/words/messages'
import { outbox } from '@/storage/outbox'
import { fieldOf, fieldsIn, photographIn, photographsOf } from './fields'
import { fileProblem, preparePhotograph, unreadableText } from './prepare-photograph'
import { draftOf, setRow } from './rows'
import { discard, enter } from './saving'
import { lose } from './uploads'
import { note, refuse, without, workOf } from './work'

const texts = adminMessages.media.projects.photograph
const [, MOST] = PROJECT_LIMITS.images

// One at a time over all projects: each takes the memory of a whole photograph.
let scaling: Promise<void> = Promise.resolve()

const scale = async (id: string, photograph: string, isNew: boolean): Promise<void> => {
  const file = workOf(id).files[photograph]
  if (!file) return
  const warn = (text: string) => note(id, ({ notes }) => ({ notes: [...new Set([...notes, text])] }))
  const { format, isWhole, isAnimated } = await inspectFile(file)
  try {
    if (!isWhole) throw new Error('The end of the file is missing')
    if (isAnimated) warn(texts.moves(file.name))
    const { picture, files } = await preparePhotograph(file)
    // It may have been removed or replaced meanwhile.
    if (workOf(id).files[photograph] !== file) return
    enter(id, fieldOf(photograph, 'picture'), picture, files)
  } catch (cause) {
    console.info(`${file.name} could not be prepared`, cause)
    warn(isWhole ? unreadableText(file, format) : adminMessages.media.incompleteFile(file.name))
    const { alt, description } = draftOf(id).photographs[photograph] ?? {}
    const isUntouched = alt === readableName(file.name) && description === ''
    if (isNew && isUntouched) removePhotograph(id, photograph)
  }
  if (workOf(id).files[photograph] === file) note(id, ({ files }) => ({ files: without(files, photograph) }))
}

const scaleLater = (id: string, photograph: string, isNew = false): void => {
  scaling = scaling.then(() => scale(id, photograph, isNew))
}

/** Removes a photograph with its unsent changes from the draft; returns a function that undoes it. */
export const removePhotograph = (id: string, photograph: string): (() => void) => {
  const isUnsent = (field: string) =>
    photographIn(field).id === photograph && !['name', 'removed'].includes(photographIn(field).part)
  const unsent = Object.entries(outbox.changesOf(id)).filter(([field]) => isUnsent(field))
  const file = workOf(id).files[photograph]
  note(id, ({ files }) => ({ files: without(files, photograph) }))
  for (const [field] of unsent) {
    outbox.edit(id, field, () => undefined)
    refuse(id, field, undefined)
  }
  enter(id, fieldOf(photograph, 'removed'), true)
  return () => {
    enter(id, fieldOf(photograph, 'removed'), false)
    for (const [field, { is, files }] of unsent) enter(id, field, is, files)
    if (!file) return
    note(id, ({ files }) => ({ files: { ...files, [photograph]: file } }))
    scaleLater(id, photograph)
  }
}

/** Adds files as photographs, or one as the picture of photograph `again`; each is scaled, then uploaded. */
export const addPhotographs = async (id: string, chosen: readonly File[], again?: string): Promise<void> => {
  const checked = await Promise.all(
    chosen.map(async (file) => {
      const format = await identifyFile(file)
      return { file: withTrueType(file, format), problem: fileProblem(file, format) }
    }),
  )
  const photographs = photographsOf(draftOf(id))
  const good = checked.flatMap(({ file, problem }) => (problem ? [] : file))
  const room = again ? 1 : Math.max(0, MOST - photographs.length)
  const taken = good.slice(0, room).map((file): [string, File] => [again ?? crypto.randomUUID(), file])
  const problems = checked.flatMap(({ problem }) => problem ?? [])
  const notes = [...new Set(problems), ...(good.length > room ? [texts.tooMany(room, good.length, MOST)] : [])]
  note(id, ({ files }) => ({ notes, files: { ...files, ...Object.fromEntries(taken) } }))
  const last = photographs.at(-1)?.place ?? 0
  for (const [index, [photograph, file]] of taken.entries()) {
    enter(id, fieldOf(photograph, 'name'), file.name)
    if (!again) enter(id, fieldOf(photograph, 'place'), last + index + 1)
    if (!again) enter(id, fieldOf(photograph, 'alt'), readableName(file.name))
    scaleLater(id, photograph, !again)
  }
}

/** Copies what is known of a project into a new one and discards the old; returns the new id. */
export const startAnew = (from: string): string => {
  const id = crypto.randomUUID()
  const { files } = workOf(from)
  const draft = draftOf(from)
  const changes = outbox.changesOf(from)
  setRow(id, {})
  note(id, () => ({ files }))
  for (const [field, value] of fieldsIn(draft)) {
    const { id: photograph, part } = photographIn(field)
    // A photograph exists by its name.
    const isNeeded = value !== '' || part === 'name'
    if (isNeeded && !draft.photographs[photograph]?.removed) enter(id, field, value, changes[field]?.files)
  }
  discard(from)
  for (const photograph of Object.keys(files)) scaleLater(id, photograph)
  return id
}

/** Notes that the server has lost these files, also at the cards of their photographs. */
export const takeLoss = (id: string, names: readonly string[]): void => {
  lose(names)
  for (const { id: photograph, picture } of photographsOf(draftOf(id)))
    if (picture?.files.some((name) => names.includes(name))) refuse(id, fieldOf(photograph, 'picture'), 'media_missing')
}

/** `takeLoss` of those files that the server no longer has. */
export const lookForFiles = async (id: string, names: readonly string[]): Promise<void> =>
  takeLoss(id, await missingFiles(names).catch(() => []))
