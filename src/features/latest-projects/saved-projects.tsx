import { useEffect } from 'react'
import { useSavedList } from '@/components/ui/use-saved-list'
import type { SavedFile } from '@/domain/media'
import { messages } from '@/messages'
import { projectImages } from '@/storage/media-keys'
import { useMediaUrl } from '@/storage/use-media-url'
import { figure, type Latest, LatestList } from './latest-list'

function SavedItem({ image, onBroken }: { image: SavedFile; onBroken: (url: string) => void }) {
  const src = useMediaUrl(image.url)
  useEffect(() => {
    if (src === null) onBroken(image.url)
  }, [src, image.url, onBroken])
  return (
    <li>
      {src ? (
        <img src={src} alt={image.name} onError={() => onBroken(image.url)} className={figure} />
      ) : (
        <div className={`${figure} bg-concrete-200`} />
      )}
    </li>
  )
}

export default function SavedProjects({ newest }: { newest: Latest }) {
  const { list, drop } = useSavedList(projectImages, messages.media.projectImagesUnreadable)
  const items = list.map((image) => <SavedItem key={image.id} image={image} onBroken={drop} />)
  return <LatestList newest={newest} saved={items} />
}
