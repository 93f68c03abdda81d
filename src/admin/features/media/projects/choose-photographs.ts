import { PROJECT_LIMITS, type ProjectDraft } from '@contract/project'
import { adminMessages } from '@/admin/messages'
import { isAnimated } from '../image-variant'
import { readableName } from '../publish/plan'
import { openedOf, update } from './opened'
import { fileProblem, preparePhotograph, unreadableText } from './prepare-photograph'
import { change, save, uploadScaled } from './saver'

const texts = adminMessages.media.projects.photograph
const [, MOST] = PROJECT_LIMITS.images

// One after the other, whatever project they are for: each takes the memory of a whole photograph.
let scaling: Promise<void> = Promise.resolve()

const scale = async (id: string, photograph: string): Promise<void> => {
  const file = openedOf(id)?.files[photograph]
  if (!(file instanceof File)) return
  const note = (text: string) => update(id, ({ notes }) => ({ notes: [...new Set([...notes, text])] }))
  try {
    if (await isAnimated(file)) note(texts.moves(file.name))
    const scaled = await preparePhotograph(file, file.name)
    update(id, ({ files }) => ({ files: { ...files, ...(photograph in files && { [photograph]: scaled }) } }))
  } catch (cause) {
    console.info(`${file.name} could not be prepared`, cause)
    note(unreadableText(file.name, file.type))
    removePhotograph(id, photograph)
  }
}

/** Takes a photograph out of the draft, and what was begun of its upload; returns what puts it back where it was. */
export const removePhotograph = (id: string, photograph: string): (() => void) => {
  const { draft, files } = openedOf(id) ?? {}
  const at = draft?.photographs.findIndex((one) => one.id === photograph) ?? -1
  const [removed, file] = [draft?.photographs[at], files?.[photograph]]
  update(id, ({ files: { [photograph]: _, ...others } }) => ({ files: others }))
  change(id, (before) => ({ ...before, photographs: before.photographs.filter((one) => one.id !== photograph) }))
  save(id)
  return () => {
    if (!removed) return
    const put = (list: ProjectDraft['photographs']) => [...list.slice(0, at), removed, ...list.slice(at)]
    change(id, (before) => ({ ...before, photographs: put(before.photographs) }))
    if (file) update(id, (before) => ({ files: { ...before.files, [photograph]: file } }))
    save(id)
    void scale(id, photograph).then(() => uploadScaled(id))
  }
}

/** Adds files as photographs, or one as that which another device has. All are scaled first, as phones take files back. */
export const addPhotographs = (id: string, chosen: readonly File[], again?: string): void => {
  const good = chosen.filter((file) => !fileProblem(file))
  const room = again ? 1 : Math.max(0, MOST - (openedOf(id)?.draft.photographs.length ?? 0))
  const taken = good.slice(0, room).map((file) => ({ id: again ?? crypto.randomUUID(), file }))
  const problems = chosen.flatMap((file) => fileProblem(file) ?? [])
  const notes = [...new Set(problems), ...(good.length > room ? [texts.tooMany(room, good.length, MOST)] : [])]
  const files = Object.fromEntries(taken.map((one) => [one.id, one.file]))
  update(id, (before) => ({ notes, files: { ...before.files, ...files } }))
  if (!again && taken.length > 0) {
    const added = taken.map((one) => {
      const { name } = one.file
      return { id: one.id, name, alt: readableName(name), description: '', picture: null }
    })
    change(id, (before) => ({ ...before, photographs: [...before.photographs, ...added] }))
    save(id)
  }
  for (const one of taken) scaling = scaling.then(() => scale(id, one.id))
  void scaling.then(() => uploadScaled(id))
}
