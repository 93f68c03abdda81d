import { useMutation } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { adminMessages } from '@/admin/messages'
import { toast } from '@/components/ui/toast'
import type { Video } from '@/domain/media'
import { paths } from '@/paths'
import { heroSlides } from '@/storage/keys'
import { useStoredValue } from '@/storage/stored-value'
import { keepText } from '../texts'
import { toastWithUndo } from '../undo'
import { opensWith, setAsHero, takeOffHero } from './hero-video'

const words = adminMessages.media.video

// Contract, points 4 and 8: the confirmation stays for five seconds and leads to the home page.
const HINT_MS = 5_000

/** Puts videos on the home page and takes them off; says which one is there. */
export const useHero = () => {
  const navigate = useNavigate()
  const slides = useStoredValue(heroSlides)

  const setting = useMutation({
    mutationFn: setAsHero,
    onSuccess: (outcome) => {
      if (outcome !== 'written') {
        toast.error(words.heroFailed)
        return toast.info(keepText(outcome))
      }
      toast.success(words.heroSet, {
        duration: HINT_MS,
        action: { label: 'Go to homepage', onClick: () => void navigate(paths.home.href) },
      })
    },
    onError: (error) => {
      console.info('No first frame could be made', error)
      toast.error(words.heroFailed)
    },
  })

  return {
    isHero: ({ url }: Video) => slides.state === 'value' && opensWith(slides.value, url),
    set: (video: Video) => setting.mutate(video),
    /** The id of the video that is just being set. */
    settingId: setting.isPending ? setting.variables.id : undefined,
    remove: ({ url }: Video) => {
      const putBack = takeOffHero(url)
      if (putBack) toastWithUndo(words.heroRemoved, putBack)
      else toast.error(adminMessages.media.notUpdated)
    },
  }
}
