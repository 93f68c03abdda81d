import { useCallback, useEffect, useState } from 'react'
import { toast } from '@/components/ui/toast'
import { LATEST_PROJECTS_COUNT, type ProjectImage } from '@/domain/media'
import { messages } from '@/messages'
import { projectImages } from '@/storage/project-images'
import { useStoredValue } from '@/storage/use-stored-value'

/**
 * The saved images for the home page, at most four; none when nothing is saved or, which is reported, unreadable.
 * `drop` leaves out an image whose file is gone or cannot be shown, and lets the next one move up.
 */
export const useLatestImages = (): { images: readonly ProjectImage[]; drop: (url: string) => void } => {
  const stored = useStoredValue(projectImages)
  const [dropped, setDropped] = useState<readonly string[]>([])
  const drop = useCallback((url: string) => setDropped((before) => [...before, url]), [])
  const corrupt = stored.state === 'corrupt'
  useEffect(() => {
    if (corrupt) toast.error(messages.media.projectImagesUnreadable, { id: 'project-images' })
  }, [corrupt])
  const saved = stored.state === 'value' ? stored.value.filter(({ url }) => !dropped.includes(url)) : []
  return { images: saved.slice(0, LATEST_PROJECTS_COUNT), drop }
}
