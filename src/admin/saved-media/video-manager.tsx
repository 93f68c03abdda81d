import { Film } from 'lucide-react'
import { useState } from 'react'
import { EmptyState } from '@/admin/components/empty-state'
import { adminMessages } from '@/admin/text/messages'
import { useSavedList } from '@/components/ui/use-saved-list'
import { messages } from '@/messages'
import { adminVideos } from '@/storage/admin-keys'
import { heroSlides } from '@/storage/media-keys'
import { BlockedNote, UnreadableNote } from './notes'
import { SavedList } from './saved-list'
import { useHero } from './use-hero'
import { VideoCard } from './video-card'
import { VideoUpload } from './video-upload'

const { videosUnreadable } = adminMessages.media
const UPLOAD = 'upload'

export function VideoManager() {
  const { list, blocked } = useSavedList(adminVideos, videosUnreadable)
  const hero = useHero()
  const [active, setActive] = useState<string>()
  const playerFor = (key: string) => ({
    playing: active === key,
    onPlayingChange: (playing: boolean) => setActive((now) => (playing ? key : now === key ? undefined : now)),
  })

  return (
    <div className="grid grid-cols-1 gap-6">
      <p className="max-w-prose text-concrete-600 text-sm">
        Upload videos and choose the one shown at the top of the homepage. They play silently, on a loop.
      </p>
      {blocked && <BlockedNote />}
      <UnreadableNote stored={adminVideos} unreadable={videosUnreadable} />
      <UnreadableNote stored={heroSlides} unreadable={messages.media.heroSlidesUnreadable} />
      <VideoUpload {...playerFor(UPLOAD)} />
      <SavedList
        kind="video"
        stored={adminVideos}
        list={list}
        title={`Saved videos (${list.length})`}
        empty={
          <EmptyState icon={Film} title="No videos yet">
            Select a video above and upload it. You can then set it as the homepage hero.
          </EmptyState>
        }
      >
        {(onDelete) => (
          <ul className="grid grid-cols-1 gap-4 sm:grid-cols-2 xl:grid-cols-3">
            {list.map((video) => (
              <VideoCard
                key={video.id}
                video={video}
                hero={hero}
                {...playerFor(video.id)}
                onDelete={() => onDelete(video)}
              />
            ))}
          </ul>
        )}
      </SavedList>
    </div>
  )
}
