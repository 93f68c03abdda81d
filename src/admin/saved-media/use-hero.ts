import { useMutation } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { firstFrame } from '@/admin/images/video-file'
import { adminMessages } from '@/admin/text/messages'
import { toast } from '@/components/ui/toast'
import heroImages from '@/content/hero/images.json'
import { type HeroSlide, isInDatabase, isSameImage, type SavedFile } from '@/domain/media'
import { putImageFirst, putVideoFirst } from '@/domain/media-upload'
import { inspectFile } from '@/lib/images/inspect-file'
import { paths } from '@/paths'
import { adminVideos } from '@/storage/admin-keys'
import { heroSlides, projectImages } from '@/storage/media-keys'
import { withReservedQuota } from '@/storage/storage-usage'
import { useStoredValue, type WriteOutcome } from '@/storage/stored-value'
import { toastWithUndo } from './notes'
import {
  changeRecord,
  listOrEmpty,
  readFile,
  readRecords,
  type SaveOutcome,
  saveFile,
  saveInDatabase,
} from './saved-files'

const builtIn: readonly HeroSlide[] = heroImages.map(({ src }) => ({ type: 'image', src }))

export type HeroFile = SavedFile & { type: HeroSlide['type'] }

const setFirstSlide = (slide: HeroSlide): WriteOutcome => {
  const saved = readRecords(heroSlides)
  const put = slide.type === 'video' ? putVideoFirst : putImageFirst
  return heroSlides.write(put(saved.length > 0 ? saved : builtIn, slide))
}

const setFirstVideo = async (file: Blob, name: string, src: string): Promise<SaveOutcome> => {
  const frame = await firstFrame(file).catch(() => void toast.info(adminMessages.media.cannotShow(name)))
  const slide = { type: 'video', src } as const
  return frame ? saveFile(frame, (poster) => setFirstSlide({ ...slide, poster })) : setFirstSlide(slide)
}

const setAsHero = async ({ id, name, url, type }: HeroFile): Promise<SaveOutcome> => {
  const file = await readFile(url)
  if (!file) throw new Error('The file is no longer in this browser')
  const set = async (src: string) =>
    type === 'video' ? setFirstVideo(file, name, src) : withReservedQuota(() => setFirstSlide({ type, src }))
  const outcome = await set(url)
  if (outcome !== 'full' || isInDatabase(url)) return outcome
  // Local storage can't hold it twice, so move the record to the database.
  let moved = url
  const move = await saveInDatabase(file, (inDatabase) => {
    moved = inDatabase
    return changeRecord(type === 'video' ? adminVideos : projectImages, id, { url: inDatabase })
  })
  return move === 'written' ? set(moved) : move
}

const isIncomplete = async ({ url }: HeroFile): Promise<boolean> => {
  const file = await readFile(url)
  return file !== undefined && !(await inspectFile(file)).isWhole
}

const copyAsHero = async (picture: () => Promise<string>): Promise<SaveOutcome> => {
  const file = await readFile(await picture())
  if (!file) throw new Error('The picture could not be fetched')
  return saveFile(file, (src) => setFirstSlide({ type: 'image', src }))
}

const isFirstSlide = (slides: readonly HeroSlide[], url: string): boolean => slides[0]?.src === url

/** Removes a file from the hero. Returns an undo function, or undefined if nothing changed. */
export const removeFromHero = (url: string): (() => WriteOutcome) | undefined => {
  const before = readRecords(heroSlides)
  const [slide, ...others] = before
  if (!slide || !isFirstSlide(before, url)) return
  const undo = () => heroSlides.write([slide, ...readRecords(heroSlides)])
  const isDefault =
    others.length === builtIn.length && others.every(({ src }, index) => isSameImage(src, builtIn[index]?.src ?? ''))
  if (isDefault || others.length === 0) {
    heroSlides.remove()
    return () => heroSlides.write([...before])
  }
  return heroSlides.write(others) === 'written' ? undo : undefined
}

const texts = adminMessages.media.hero

const HINT_MS = 5_000

export const useHero = () => {
  const navigate = useNavigate()
  const slides = useStoredValue(heroSlides)

  const setting = useMutation({
    mutationFn: async (file: HeroFile | { id: string; type: 'image'; picture: () => Promise<string> }) => {
      if ('picture' in file) return { outcome: await copyAsHero(file.picture) }
      const warning = (await isIncomplete(file)) ? adminMessages.media.incompleteFile(file.name) : undefined
      return { outcome: await setAsHero(file), warning }
    },
    onSuccess: ({ outcome, warning }, { type }) => {
      if (outcome !== 'written') {
        toast.error(texts.failed[type])
        return toast.info(adminMessages.media.notSaved[outcome])
      }
      toast.success(texts.set[type], {
        duration: HINT_MS,
        action: { label: 'Go to homepage', onClick: () => void navigate(paths.home.href) },
      })
      // Last, so that no other toast covers it.
      if (warning) toast.info(warning)
    },
    onError: (error, { type }) => {
      console.info('The file could not be read', error)
      toast.error(texts.failed[type])
    },
  })

  return {
    isHero: (url: string) => isFirstSlide(listOrEmpty(slides), url),
    set: (file: HeroFile) => setting.mutate(file),
    copy: (id: string, picture: () => Promise<string>) => setting.mutate({ id, type: 'image', picture }),
    settingId: setting.isPending ? setting.variables.id : undefined,
    /** Id of the last file set on this screen. */
    setId: setting.data?.outcome === 'written' ? setting.variables?.id : undefined,
    remove: ({ url, type }: HeroFile) => {
      const restoreSlide = removeFromHero(url)
      if (restoreSlide) toastWithUndo(texts.removed[type], restoreSlide)
      else toast.error(adminMessages.media.notUpdated)
    },
  }
}
