import { useMutation } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { adminMessages } from '@/admin/messages'
import { toast } from '@/components/ui/toast'
import heroImages from '@/content/hero/images.json'
import { type HeroSlide, isInDatabase, isSameImage, type Video } from '@/domain/media'
import { withHeroVideo } from '@/domain/media-upload'
import { paths } from '@/paths'
import { adminVideos } from '@/storage/admin-keys'
import { heroSlides } from '@/storage/keys'
import { useStoredValue, type WriteOutcome } from '@/storage/stored-value'
import { toastWithUndo } from '../media-parts'
import { changeRecord, listIn, readFile, recordsOf, type SaveOutcome, saveFile, saveInDatabase } from '../saved-files'
import { notSavedText } from '../texts'
import { firstFrame } from './video-file'

const builtIn: readonly HeroSlide[] = heroImages.map(({ src }) => ({ type: 'image', src }))

const putFirst = (src: string, poster?: string): WriteOutcome => {
  const saved = recordsOf(heroSlides)
  return heroSlides.write(withHeroVideo(saved.length > 0 ? saved : builtIn, { type: 'video', src, poster }))
}

// Rejects when the file is gone.
const setAsHero = async ({ id, name, url }: Video): Promise<SaveOutcome> => {
  const file = await readFile(url)
  if (!file) throw new Error('The file is no longer in this browser')
  // The first frame is the poster; what this browser cannot show has none.
  const frame = await firstFrame(file).catch(() => void toast.info(adminMessages.media.cannotShow(name)))
  const set = (src: string) => (frame ? saveFile(frame, (poster) => putFirst(src, poster)) : putFirst(src))
  const outcome = await set(url)
  if (outcome !== 'full' || isInDatabase(url)) return outcome
  // Local storage has no room for the video twice.
  let moved = url
  const move = await saveInDatabase(file, (inDatabase) => {
    moved = inDatabase
    return changeRecord(adminVideos, id, { url: inDatabase })
  })
  return move === 'written' ? set(moved) : move
}

const opensWith = (slides: readonly HeroSlide[], url: string): boolean =>
  slides[0]?.type === 'video' && slides[0].src === url

/** Takes a video off the home page; returns a function that undoes it, or undefined when nothing changed. */
export const takeOffHero = (url: string): (() => WriteOutcome) | undefined => {
  const before = recordsOf(heroSlides)
  const [slide, ...others] = before
  if (!slide || !opensWith(before, url)) return
  const undo = () => heroSlides.write([slide, ...recordsOf(heroSlides)])
  const isDefault =
    others.length === builtIn.length && others.every(({ src }, index) => isSameImage(src, builtIn[index]?.src ?? ''))
  if (isDefault || others.length === 0) {
    heroSlides.remove()
    return () => heroSlides.write([...before])
  }
  return heroSlides.write(others) === 'written' ? undo : undefined
}

const texts = adminMessages.media.video

const HINT_MS = 5_000

/** Which saved video opens the home page, and how to change that. */
export const useHero = () => {
  const navigate = useNavigate()
  const slides = useStoredValue(heroSlides)

  const setting = useMutation({
    mutationFn: setAsHero,
    onSuccess: (outcome) => {
      if (outcome !== 'written') {
        toast.error(texts.heroFailed)
        return toast.info(notSavedText(outcome))
      }
      toast.success(texts.heroSet, {
        duration: HINT_MS,
        action: { label: 'Go to homepage', onClick: () => void navigate(paths.home.href) },
      })
    },
    onError: (error) => {
      console.info('The video could not be read', error)
      toast.error(texts.heroFailed)
    },
  })

  return {
    isHero: ({ url }: Video) => opensWith(listIn(slides), url),
    set: (video: Video) => setting.mutate(video),
    settingId: setting.isPending ? setting.variables.id : undefined,
    remove: ({ url }: Video) => {
      const putBack = takeOffHero(url)
      if (putBack) toastWithUndo(texts.heroRemoved, putBack)
      else toast.error(adminMessages.media.notUpdated)
    },
  }
}
