import { PROJECT_LIMITS } from '@contract/project'
import { createImageVariants } from '@/admin/images/media-files'
import { suggestAltText } from '@/admin/images/readable-name'
import { findMissingFiles } from '@/admin/images/upload'
import { adminMessages } from '@/admin/text/messages'
import type { FormatName } from '@/domain/media-formats'
import { fitWithin } from '@/domain/media-upload'
import { identifyFile, inspectFile, trueType, withTrueType } from '@/lib/images/inspect-file'
import { decodeImage } from '@/lib/images/scale'
import { listPhotos, listValues, parseField, photoField } from './draft'
import { type EditorStatus, omit, projectEditors } from './sync/editor'
import { outbox } from './sync/outbox'

const texts = adminMessages.media.projects.photograph

const MOST_BYTES = 50 * 1024 * 1024
const LONGEST_SIDE = 2_000
const WIDTHS = [480, 720, 960]

const fileProblem = (file: File, format: FormatName | undefined): string | undefined => {
  if (file.size === 0) return texts.empty(file.name)
  if (!trueType(file, format).startsWith('image/')) return texts.notPicture(file.name)
  return file.size > MOST_BYTES ? texts.tooLarge(file.name) : undefined
}

const unreadableText = ({ name }: File, format: FormatName | undefined): string => {
  if (format === 'heic') return texts.heic(name)
  return format ? texts.broken(name) : texts.unknown(name)
}

// Re-encoding applies the EXIF orientation and strips the metadata.
const preparePhotograph = async (original: File) => {
  const image = await decodeImage(original)
  const { width: largest } = fitWithin(image, LONGEST_SIDE)
  const widths = [...WIDTHS.filter((width) => width < largest), largest]
  const { picture, files } = await createImageVariants(image, original.name, widths)
  const inBytes = files.map(async ({ blob, ...file }) => {
    return { ...file, type: blob.type, bytes: await blob.arrayBuffer() }
  })
  return { picture, files: await Promise.all(inBytes) }
}

const [, MOST] = PROJECT_LIMITS.images

// Scale one photo at a time across all projects to limit memory use.
let scaling: Promise<void> = Promise.resolve()

const scale = async (id: string, photo: string, isNew: boolean): Promise<void> => {
  const editor = projectEditors.get(id)
  const file = editor.status.files[photo]
  if (!file) return
  const warn = (text: string) => editor.setStatus(({ notes }) => ({ notes: [...new Set([...notes, text])] }))
  const { format, isWhole, isAnimated } = await inspectFile(file)
  try {
    if (!isWhole) throw new Error('The end of the file is missing')
    if (isAnimated) warn(texts.moves(file.name))
    const { picture, files } = await preparePhotograph(file)
    // The photo was removed or replaced during scaling.
    if (editor.status.files[photo] !== file) return
    editor.setField(photoField(photo, 'picture'), picture, { files })
  } catch (cause) {
    console.info(`${file.name} could not be prepared`, cause)
    warn(isWhole ? unreadableText(file, format) : adminMessages.media.incompleteFile(file.name))
    const { alt, description } = editor.draft.photographs[photo] ?? {}
    const isUntouched = alt === suggestAltText(file.name) && description === ''
    if (isNew && isUntouched) removePhotograph(id, photo)
  }
  if (editor.status.files[photo] === file) editor.setStatus(({ files }) => ({ files: omit(files, photo) }))
}

const scaleLater = (id: string, photo: string, isNew = false): void => {
  scaling = scaling.then(() => scale(id, photo, isNew))
}

/** Scales and uploads chosen files, keyed by photo id. */
export const prepareFiles = (id: string, chosen: EditorStatus['files']): void => {
  projectEditors.get(id).setStatus(({ files }) => ({ files: { ...files, ...chosen } }))
  for (const photo of Object.keys(chosen)) scaleLater(id, photo)
}

/** Removes a photo and its pending changes. Returns an undo function. */
export const removePhotograph = (id: string, photo: string): (() => void) => {
  const editor = projectEditors.get(id)
  const unsent = Object.entries(editor.pendingChanges).filter(([field]) => {
    const { photo: owner, part } = parseField(field)
    return owner === photo && part !== 'name' && part !== 'removed'
  })
  const { owner } = outbox
  const file = editor.status.files[photo]
  editor.setStatus(({ files }) => ({ files: omit(files, photo) }))
  for (const [field] of unsent) editor.dropChange(field)
  editor.setField(photoField(photo, 'removed'), true)
  return () => {
    if (outbox.owner !== owner) return
    const current = projectEditors.get(id)
    current.setField(photoField(photo, 'removed'), false)
    for (const [field, { value, files, base }] of unsent) current.setField(field, value, { files, base })
    if (file) prepareFiles(id, { [photo]: file })
  }
}

/** Adds files as new photos, or replaces the image of photo `again`. */
export const addPhotographs = async (id: string, chosen: readonly File[], again?: string): Promise<void> => {
  const { owner } = outbox
  const checked = await Promise.all(
    chosen.map(async (file) => {
      const format = await identifyFile(file)
      return { file: withTrueType(file, format), problem: fileProblem(file, format) }
    }),
  )
  if (outbox.owner !== owner) return
  const editor = projectEditors.get(id)
  const photos = listPhotos(editor.draft)
  const good = checked.flatMap(({ file, problem }) => (problem ? [] : file))
  const room = again ? 1 : Math.max(0, MOST - photos.length)
  const taken = good.slice(0, room).map((file): [string, File] => [again ?? crypto.randomUUID(), file])
  const problems = checked.flatMap(({ problem }) => problem ?? [])
  const notes = [...new Set(problems), ...(good.length > room ? [texts.tooMany(room, good.length, MOST)] : [])]
  editor.setStatus(({ files }) => ({ notes, files: { ...files, ...Object.fromEntries(taken) } }))
  const last = photos.at(-1)?.place ?? 0
  for (const [index, [photo, file]] of taken.entries()) {
    editor.setField(photoField(photo, 'name'), file.name)
    if (!again) editor.setField(photoField(photo, 'place'), last + index + 1)
    if (!again) editor.setField(photoField(photo, 'alt'), suggestAltText(file.name))
    scaleLater(id, photo, !again)
  }
}

/** Moves a project's local draft into a new project. Returns its id. */
export const moveToNewProject = (from: string): string => {
  const id = crypto.randomUUID()
  const editor = projectEditors.get(id)
  const { status, draft, pendingChanges } = projectEditors.get(from)
  editor.setRow({})
  for (const [field, value] of listValues(draft)) {
    const { photo, part } = parseField(field)
    // The name creates the photo.
    const isNeeded = value !== '' || part === 'name'
    const isShown = !draft.photographs[photo]?.removed
    if (isNeeded && isShown) editor.setField(field, value, { files: pendingChanges[field]?.files })
  }
  projectEditors.discard(from)
  prepareFiles(id, status.files)
  return id
}

/** Marks these files and their photos as missing on the server. */
export const markMissingFiles = (id: string, names: readonly string[]): void => {
  const editor = projectEditors.get(id)
  editor.forgetFiles(names)
  for (const { id: photo, picture } of listPhotos(editor.draft))
    if (picture?.files.some((name) => names.includes(name)))
      editor.setRejected(photoField(photo, 'picture'), 'media_missing')
}

/** Marks those files that the server has lost. */
export const checkFiles = async (id: string, names: readonly string[]): Promise<void> =>
  markMissingFiles(id, await findMissingFiles(names).catch(() => []))
