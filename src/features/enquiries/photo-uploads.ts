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

/** Creates the uploads of one message's photos, which begin at once. */
export const createPhotoUploads = () => {
  const { get, set, subscribe } = createStore<readonly ChosenPhoto[]>([])
  const running = new Map<string, { done: Promise<void>; controller: AbortController }>()
  let photoSet = crypto.randomUUID()
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
    const run = async () => {
      try {
        const photo = chosen.photo ?? (await prepareNext(() => preparePhoto(chosen.file)))
        update(id, { photo })
        const sha256 = await uploadNext(() => upload(id, photo, controller.signal))
        update(id, { sha256, progress: 1 })
      } catch (cause) {
        if (controller.signal.aborted) return
        update(id, { problem: cause instanceof PhotoError ? cause.problem : 'failed' })
      } finally {
        if (running.get(id)?.controller === controller) running.delete(id)
      }
    }
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
    add: (files: readonly File[]): void => {
      const chosen = files.map((file) => ({ id: crypto.randomUUID(), file, progress: 0 }))
      set([...get(), ...chosen])
      for (const { id } of chosen) start(id)
    },
    start,
    remove,
    clear: (): void => {
      for (const { id } of get()) remove(id)
      photoSet = crypto.randomUUID()
    },
    /** Uploads all photos again, under another set. */
    renew: (): void => leaveSet(photoSet),
    /** Waits for uploads. Returns the value of `Enquiry-Photos`, and the names of files that can't be sent. */
    attach: async (): Promise<{ header: string | undefined; left: string[] }> => {
      for (const { id, problem } of get()) if (problem === 'failed') start(id)
      while (running.size > 0) await Promise.all([...running.values()].map(({ done }) => done))
      const sent = new Set(get().flatMap(({ sha256 }) => sha256 ?? []))
      const left = get().filter(({ problem }) => problem && problem !== 'full')
      return {
        header: sent.size > 0 ? [photoSet, ...sent].join(' ') : undefined,
        left: left.map(({ file }) => file.name),
      }
    },
  }
}
export type PhotoUploads = ReturnType<typeof createPhotoUploads>
