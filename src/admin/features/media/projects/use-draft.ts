import { PROJECT_LIMITS } from '@contract/project'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { adminMessages } from '@/admin/messages'
import { isAnimated } from '../image-variant'
import { readableName } from '../publish/plan'
import { type Draft, dropDraft, dropFile, keepDraft, keepFile, readDraft, readFile } from './draft-store'
import { fileProblem, preparePhotograph, unreadableText } from './prepare-photograph'

const texts = adminMessages.media.projects.photograph

const [, MOST] = PROJECT_LIMITS.images
const MOST_TRIES = 3

// Scaled since the page was loaded: whoever leaves the form meanwhile and comes back has not seen it fail.
const begun = new Set<string>()

// Photographs are copied to the end, though the form be left meanwhile: whoever comes back waits for them.
const adding = new Map<string, Promise<void>>()

/** Where what was entered lies. */
export type Place = 'clean' | 'keeping' | 'kept' | 'refused'

// `edited` is undefined while nothing differs from what was saved, whoever saved it.
type Opened = { edited: Draft | undefined; place: Place; isUnreadable: boolean }

/** A project's draft: as this browser keeps it, or else `saved`. Each change is kept at once. */
export const useDraft = (project: string, saved: Draft) => {
  const [opened, setOpened] = useState<Opened>()
  const [notes, setNotes] = useState<readonly string[]>([])
  const [isAdding, setAdding] = useState(false)
  const latest = useRef<Draft>(undefined)

  useEffect(() => {
    let isLeft = false
    const open = async () => {
      await adding.get(project)
      const found = await readDraft(project)
      if (isLeft) return
      const isUnreadable = found === 'unreadable'
      const edited = isUnreadable ? undefined : found
      latest.current = edited
      setOpened({ edited, place: edited ? 'kept' : 'clean', isUnreadable })
    }
    void open()
    return () => {
      isLeft = true
    }
  }, [project])

  const change = async (update: (before: Draft) => Draft) => {
    const edited = update(latest.current ?? saved)
    latest.current = edited
    setOpened((before) => before && { ...before, edited, place: before.place === 'clean' ? 'keeping' : before.place })
    const place = await keepDraft(project, edited)
    setOpened((before) => before && (before.edited === edited ? { ...before, place } : before))
  }

  const changePhotograph = (id: string, fact: Partial<Draft['photographs'][number]>) =>
    change((before) => ({
      ...before,
      photographs: before.photographs.map((one) => (one.id === id ? { ...one, ...fact } : one)),
    }))

  const removePhotograph = (id: string) => {
    const { photographs } = latest.current ?? saved
    const kept = photographs.filter((one) => one.id !== id)
    const needed = kept.flatMap(({ files }) => files?.files ?? [])
    const names = photographs.find((one) => one.id === id)?.files?.files ?? []
    for (const name of [id, ...names]) if (!needed.includes(name)) void dropFile(project, name)
    void change((before) => ({ ...before, photographs: before.photographs.filter((one) => one.id !== id) }))
  }

  const note = (text: string) => setNotes((before) => [...new Set([...before, text])])

  /** Keeps the originals at once, so that a reload loses none; they are scaled one after the other. */
  const addFiles = async (files: readonly File[]) => {
    const turn = (adding.get(project) ?? Promise.resolve()).then(() => copyFiles(files))
    adding.set(project, turn)
    setAdding(true)
    await turn
    if (adding.get(project) !== turn) return
    adding.delete(project)
    setAdding(false)
  }

  const copyFiles = async (files: readonly File[]) => {
    setNotes([...new Set(files.flatMap((file) => fileProblem(file) ?? []))])
    const good = files.filter((file) => !fileProblem(file))
    const room = Math.max(0, MOST - (latest.current ?? saved).photographs.length)
    if (good.length > room) note(texts.tooMany(room, good.length, MOST))
    for (const file of good.slice(0, room)) {
      const { name } = file
      const id = crypto.randomUUID()
      try {
        await keepFile(project, id, file)
        if (await isAnimated(file)) note(texts.moves(name))
        const added = { id, name, alt: readableName(name), description: '', files: null }
        await change((before) => ({ ...before, photographs: [...before.photographs, added] }))
      } catch {
        note(texts.broken(name))
      }
    }
  }

  const waiting = opened?.edited?.photographs.find(({ files }) => files === null)
  const prepareWaiting = useEffectEvent(async (isLeft: () => boolean) => {
    if (!waiting) return
    const { id, name, tries = 0 } = waiting
    const original = await readFile(project, id)
    if (isLeft()) return
    const fail = (text: string) => {
      note(text)
      removePhotograph(id)
    }
    if (!original) return fail(texts.gone(name))
    const begins = tries + (begun.has(id) ? 0 : 1)
    if (begins > MOST_TRIES) return fail(texts.broken(name))
    begun.add(id)
    await changePhotograph(id, { tries: begins })
    try {
      const { picture, files } = await preparePhotograph(original, name)
      for (const { name: file, blob } of files) if (!isLeft()) await keepFile(project, file, blob)
      if (isLeft()) return
      await changePhotograph(id, { files: picture })
      await dropFile(project, id)
    } catch (cause) {
      console.info(`${name} could not be prepared`, cause)
      if (!isLeft()) fail(unreadableText(name, original.type))
    }
  })
  const waitingId = waiting?.id
  useEffect(() => {
    let isLeft = false
    if (waitingId) void prepareWaiting(() => isLeft)
    return () => {
      isLeft = true
    }
  }, [waitingId])

  /** Goes on with what was saved, and forgets what this browser kept. */
  const reset = async () => {
    latest.current = undefined
    setOpened({ edited: undefined, place: 'clean', isUnreadable: false })
    await dropDraft(project)
  }

  const place = isAdding ? 'keeping' : opened?.place
  const draft = opened && (opened.edited ?? saved)
  const facts = { draft, place, isAdding, isUnreadable: opened?.isUnreadable, notes, preparing: waiting }
  return { ...facts, change, changePhotograph, removePhotograph, addFiles, reset }
}

/** What the form of a project works with. */
export type DraftState = ReturnType<typeof useDraft>
