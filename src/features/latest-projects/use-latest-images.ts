import { useEffect } from 'react'
import { toast } from '@/components/ui/toast'
import { LATEST_PROJECTS_COUNT, type ProjectImage } from '@/domain/media'
import { messages } from '@/messages'
import { projectImages } from '@/storage/project-images'
import { useStoredValue } from '@/storage/use-stored-value'

/** The saved images for the home page, at most four; none when nothing is saved or, which is reported, unreadable. */
export const useLatestImages = (): readonly ProjectImage[] => {
  const stored = useStoredValue(projectImages)
  const corrupt = stored.state === 'corrupt'
  useEffect(() => {
    if (corrupt) toast.error(messages.media.projectImagesUnreadable)
  }, [corrupt])
  return stored.state === 'value' ? stored.value.slice(0, LATEST_PROJECTS_COUNT) : []
}
