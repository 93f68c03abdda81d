import { createStore } from '@/lib/store'
import type { PhotoProblem } from '@/messages/enquiry-photos'
import { PhotoError, preparePhoto } from './prepare-photo'
import { sendPhoto } from './send-photo'

/** `photo` is re-encoded, `progress` goes from 0 to 1, and `sha256` is set once uploaded. */
export type ChosenPhoto = {
  readonly id: string
  readonly file: File
  readonly photo?: Blob | undefined
  readonly progress: number
  readonly sha256?: string | undefined
  readonly problem?: PhotoProblem | undefined
}

/** Whether the visitor must remove a photo or retry. Those over a cap are left out of the message. */
export const isUnsendable = ({ problem }: ChosenPhoto): boolean => problem !== undefined && problem !== 'full'

const SETS_MAX = 3

/** Returns a function that runs tasks one after another. */
const createQueue = () => {
  let last: Promise<unknown> = Promise.resolve()
  return <Result>(task: () => Promise<Result>): Promise<Result> => {
    const next = last.then(task)
    last = next.catch(() => {})
    return next
  }
}

const isSameFile = (one: File, other: File) =>
  one.name === other.name && one.size === other.size && one.lastModified === other.lastModified

/** Creates the uploads of one message's photos, which begin at once. */
const createPhotoUploads = () => {
  const { get, set, subscribe } = createStore<readonly ChosenPhoto[]>([])
  const running = new Map<string, { done: Promise<void>; controller: AbortController }>()
  let photoSet = ''
  // Decoded photos take up to 256 MB each.
  const prepareNext = createQueue()
  // Slow connections would time out with several at once.
  const uploadNext = createQueue()

  const update = (id: string, change: Partial<ChosenPhoto>) =>
    set(get().map((chosen) => (chosen.id === id ? { ...chosen, ...change } : chosen)))

  // The set was sent with a message whose response was lost, has expired, or had photos that were removed.
  const leaveSet = (closed: string) => {
    if (photoSet !== closed) return
    photoSet = crypto.randomUUID()
    for (const { id, sha256 } of get()) if (sha256) start(id)
  }

  const upload = async (id: string, photo: Blob, signal: AbortSignal): Promise<string> => {
    for (let sets = 0; sets < SETS_MAX; sets += 1) {
      const used = photoSet
      const sha256 = await sendPhoto({ photoSet, photo, signal, onProgress: (progress) => update(id, { progress }) })
      if (sha256 && used === photoSet) return sha256
      leaveSet(used)
    }
    throw new PhotoError('failed')
  }

  const start = (id: string): void => {
    const chosen = get().find((one) => one.id === id)
    if (!chosen) return
    running.get(id)?.controller.abort()
    const controller = new AbortController()
    const { signal } = controller
    const prepare = async () => {
      signal.throwIfAborted()
      return preparePhoto(chosen.file)
    }
    const run = async () => {
      try {
        const photo = chosen.photo ?? (await prepareNext(prepare))
        update(id, { photo })
        const sha256 = await uploadNext(() => upload(id, photo, signal))
        update(id, { sha256, progress: 1 })
      } catch (cause) {
        if (signal.aborted) return
        update(id, { problem: cause instanceof PhotoError ? cause.problem : 'failed' })
      } finally {
        if (running.get(id)?.controller === controller) running.delete(id)
      }
    }
    photoSet ||= crypto.randomUUID()
    update(id, { problem: undefined, sha256: undefined, progress: 0 })
    running.set(id, { controller, done: run() })
  }

  const remove = (id: string): void => {
    running.get(id)?.controller.abort()
    running.delete(id)
    set(get().filter((chosen) => chosen.id !== id))
  }

  return {
    get,
    subscribe,
    /** Adds files that aren't chosen yet. */
    add: (files: readonly File[]): void => {
      const added = files.filter((file) => !get().some((chosen) => isSameFile(chosen.file, file)))
      const chosen = added.map((file) => ({ id: crypto.randomUUID(), file, progress: 0 }))
      set([...get(), ...chosen])
      for (const { id } of chosen) start(id)
    },
    start,
    remove,
    /** Uploads all photos again, under another set. */
    renew: (): void => leaveSet(photoSet),
    /** Removes the photos that were sent. Others stay for the next message. */
    finish: (ids: readonly string[]): void => {
      for (const id of ids) remove(id)
      if (ids.length > 0) leaveSet(photoSet)
    },
    /**
     * Waits for uploads until one fails. Returns the ids to `finish`, the value of `Enquiry-Photos`, the names of files
     * that can't be sent, and whether the server takes no more.
     */
    attach: async () => {
      for (const { id, problem } of get()) if (problem === 'failed') start(id)
      while (running.size > 0 && !get().some(({ problem }) => problem === 'failed'))
        await Promise.race([...running.values()].map(({ done }) => done))
      const photos = get()
      const sent = new Set(photos.flatMap(({ sha256 }) => sha256 ?? []))
      return {
        ids: photos.map(({ id }) => id),
        header: sent.size > 0 ? [photoSet, ...sent].join(' ') : undefined,
        unsendable: photos.filter(isUnsendable).map(({ file }) => file.name),
        isFull: photos.some(({ problem }) => problem === 'full'),
      }
    },
  }
}

/** Uploads of the contact form. They outlive the page, like the message's draft. */
export const photoUploads = createPhotoUploads()
