import { useCallback, useEffect, useRef, useState } from 'react'
import { adminMessages } from '@/admin/messages'
import { readableName } from '../publish/plan'
import {
  type Draft,
  type DraftPhotograph,
  dropDraft,
  dropFile,
  type Kept,
  keepDraft,
  keepFile,
  readDraft,
  readFile,
} from './draft-store'
import { fileProblem, isAnimated, MOST_PHOTOGRAPHS, preparePhotograph, unreadableText } from './prepare-photograph'

const texts = adminMessages.media.projects

const KEEP_AFTER_MS = 500
const MOST_TRIES = 3

/** Where what was entered lies. */
export type Place = 'clean' | 'keeping' | Kept

// `edited` is undefined while nothing differs from what was saved, whoever saved it.
type Opened = { edited: Draft | undefined; place: Place; isUnreadable: boolean }

/** A project's draft: as this browser keeps it, or else `saved`. Each change is kept half a second later. */
export const useDraft = (project: string, saved: Draft) => {
  const [opened, setOpened] = useState<Opened>()
  const [notes, setNotes] = useState<readonly string[]>([])
  const [isAdding, setAdding] = useState(false)
  const latest = useRef<Draft>(undefined)
  const untouched = useRef(saved)
  untouched.current = saved
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const keep = useCallback(async () => {
    if (timer.current === undefined || !latest.current) return
    clearTimeout(timer.current)
    timer.current = undefined
    const sent = latest.current
    const place = await keepDraft(project, sent)
    setOpened((before) => before && (before.edited === sent ? { ...before, place } : before))
  }, [project])

  useEffect(() => {
    let isLeft = false
    void readDraft(project).then((found) => {
      if (isLeft) return
      const isUnreadable = found === 'unreadable'
      const edited = isUnreadable ? undefined : found
      latest.current = edited
      setOpened({ edited, place: edited ? 'kept' : 'clean', isUnreadable })
    })
    // A phone that puts the page aside may never come back to it.
    const leave = () => void keep()
    window.addEventListener('pagehide', leave)
    document.addEventListener('visibilitychange', leave)
    return () => {
      isLeft = true
      leave()
      window.removeEventListener('pagehide', leave)
      document.removeEventListener('visibilitychange', leave)
    }
  }, [project, keep])

  const change = useCallback(
    (update: (before: Draft) => Draft) => {
      const edited = update(latest.current ?? untouched.current)
      latest.current = edited
      setOpened((before) => before && { ...before, edited, place: 'keeping' })
      clearTimeout(timer.current)
      timer.current = setTimeout(() => void keep(), KEEP_AFTER_MS)
    },
    [keep],
  )

  const changePhotograph = useCallback(
    (id: string, fact: Partial<DraftPhotograph>) =>
      change((before) => ({
        ...before,
        photographs: before.photographs.map((one) => (one.id === id ? { ...one, ...fact } : one)),
      })),
    [change],
  )

  const removePhotograph = useCallback(
    (id: string) => {
      const unless = (one: string | null) => (one === id ? null : one)
      change((before) => ({
        ...before,
        photographs: before.photographs.filter((one) => one.id !== id),
        ...{ cover: unless(before.cover), before: unless(before.before), after: unless(before.after) },
      }))
    },
    [change],
  )

  const note = useCallback((text: string) => setNotes((before) => [...new Set([...before, text])]), [])

  /** Keeps the originals at once, so that a reload loses none; they are scaled one after the other. */
  const addFiles = async (files: readonly File[]) => {
    setNotes([])
    setAdding(true)
    const good = files.filter((file) => {
      const problem = fileProblem(file)
      if (problem) note(problem)
      return !problem
    })
    const room = Math.max(0, MOST_PHOTOGRAPHS - (latest.current ?? untouched.current).photographs.length)
    if (good.length > room) note(texts.photograph.tooMany(room, good.length, MOST_PHOTOGRAPHS))
    for (const file of good.slice(0, room)) {
      const id = crypto.randomUUID()
      try {
        await keepFile(project, id, file)
        if (await isAnimated(file)) note(texts.photograph.moves(file.name))
      } catch {
        note(texts.photograph.broken(file.name))
        continue
      }
      const added = { id, name: file.name, alt: readableName(file.name), description: '', files: null }
      change((before) => ({ ...before, photographs: [...before.photographs, added] }))
      await keep()
    }
    setAdding(false)
  }

  const waiting = opened?.edited?.photographs.find(({ files }) => files === null)
  const waitingId = waiting?.id
  useEffect(() => {
    if (!waitingId) return
    let isLeft = false
    const prepareNext = async () => {
      const photograph = latest.current?.photographs.find(({ id }) => id === waitingId)
      const original = await readFile(project, waitingId)
      if (isLeft || !photograph) return
      const { name } = photograph
      const fail = (text: string) => {
        note(text)
        removePhotograph(waitingId)
      }
      if (!original) return fail(texts.photograph.gone(name))
      const { tries = 0 } = photograph
      if (tries >= MOST_TRIES) return fail(texts.photograph.broken(name))
      changePhotograph(waitingId, { tries: tries + 1 })
      await keep()
      try {
        const { described, files } = await preparePhotograph(original, photograph)
        for (const { name: file, blob } of files) await keepFile(project, file, blob)
        if (isLeft) return
        changePhotograph(waitingId, { files: described, tries: 0 })
      } catch (cause) {
        console.info(`${name} could not be prepared`, cause)
        if (isLeft) return
        fail(unreadableText(name, original.type))
      }
      await keep()
      await dropFile(project, waitingId)
    }
    void prepareNext()
    return () => {
      isLeft = true
    }
  }, [project, waitingId, keep, note, changePhotograph, removePhotograph])

  /** Goes on with what was saved, and forgets what this browser kept. */
  const reset = async () => {
    clearTimeout(timer.current)
    timer.current = undefined
    latest.current = undefined
    await dropDraft(project)
    setOpened({ edited: undefined, place: 'clean', isUnreadable: false })
  }

  const place = isAdding ? 'keeping' : opened?.place
  const draft = opened && (opened.edited ?? saved)
  const facts = { draft, place, isAdding, isUnreadable: opened?.isUnreadable, notes, isPreparing: waiting }
  return { ...facts, change, changePhotograph, removePhotograph, addFiles, keep, reset }
}

/** What the form of a project works with. */
export type DraftState = ReturnType<typeof useDraft>
