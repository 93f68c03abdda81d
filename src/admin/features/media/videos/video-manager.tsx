import { Film } from 'lucide-react'
import { useState } from 'react'
import { ConfirmDialog } from '@/admin/components/confirm-dialog'
import { EmptyState } from '@/admin/components/empty-state'
import { adminMessages } from '@/admin/messages'
import { toast } from '@/components/ui/toast'
import { useSavedList } from '@/components/ui/use-saved-list'
import type { Video } from '@/domain/media'
import { messages } from '@/messages'
import { adminVideos } from '@/storage/admin-keys'
import { heroSlides } from '@/storage/keys'
import { BlockedNote, toastWithUndo, UnreadableNote, useFocusAfterRemoval } from '../media-parts'
import { recordsOf, removeRecord, restoreRecord, saveAgain } from '../saved-files'
import { takeOffHero, useHero } from './use-hero'
import { VideoCard } from './video-card'
import { VideoUpload } from './video-upload'

const { videosUnreadable, notDeleted, video: texts } = adminMessages.media
const UPLOAD = 'upload'

const deleteVideo = (video: Video) => {
  const index = recordsOf(adminVideos).findIndex(({ id }) => id === video.id)
  if (removeRecord(adminVideos, video.id) !== 'written') return toast.error(notDeleted)
  const restoreHero = takeOffHero(video.url)
  toastWithUndo(texts.deleted, async () => {
    const outcome = await saveAgain(video.url, (url) => restoreRecord(adminVideos, { ...video, url }, index))
    return outcome === 'written' && restoreHero ? restoreHero() : outcome
  })
}

export function VideoManager() {
  const { list, blocked } = useSavedList(adminVideos, videosUnreadable)
  const hero = useHero()
  const [active, setActive] = useState<string>()
  const [deleting, setDeleting] = useState<Video>()
  const heading = useFocusAfterRemoval<HTMLHeadingElement>(list.length)
  const playerFor = (key: string) => ({
    playing: active === key,
    onPlayingChange: (playing: boolean) => setActive((now) => (playing ? key : now === key ? undefined : now)),
  })

  return (
    <div className="grid grid-cols-1 gap-6">
      <p className="max-w-prose text-concrete-600 text-sm">
        Upload videos and choose the one that opens the homepage. They play silently, on a loop.
      </p>
      {blocked && <BlockedNote />}
      <UnreadableNote stored={adminVideos} unreadable={videosUnreadable} />
      <UnreadableNote stored={heroSlides} unreadable={messages.media.heroSlidesUnreadable} />
      <VideoUpload {...playerFor(UPLOAD)} />
      <section aria-labelledby="saved-videos" className="grid grid-cols-1 gap-3">
        <h2 ref={heading} tabIndex={-1} id="saved-videos" className="font-semibold text-sm">
          Saved videos ({list.length})
        </h2>
        {list.length === 0 ? (
          <EmptyState icon={Film} title="No videos yet">
            Select a video above and upload it. You can then set it as the hero of the homepage.
          </EmptyState>
        ) : (
          <ul className="grid grid-cols-1 gap-4 sm:grid-cols-2 xl:grid-cols-3">
            {list.map((video) => (
              <VideoCard
                key={video.id}
                video={video}
                isHero={hero.isHero(video)}
                {...playerFor(video.id)}
                settingHero={hero.settingId === video.id}
                waiting={hero.settingId !== undefined}
                onSetHero={() => hero.set(video)}
                onRemoveHero={() => hero.remove(video)}
                onDelete={() => setDeleting(video)}
              />
            ))}
          </ul>
        )}
      </section>
      <ConfirmDialog
        open={deleting !== undefined}
        onClose={() => setDeleting(undefined)}
        title="Delete this video?"
        description={
          deleting &&
          `“${deleting.name}” will be deleted from this browser${hero.isHero(deleting) ? ' and taken off the homepage' : ''}. You can undo this for a few seconds.`
        }
        confirmLabel="Delete"
        onConfirm={() => {
          if (deleting) deleteVideo(deleting)
          setDeleting(undefined)
        }}
      />
    </div>
  )
}
