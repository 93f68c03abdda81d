import { Image } from 'lucide-react'
import { cardClass } from '@/admin/components/card'
import { EmptyState } from '@/admin/components/empty-state'
import { SortableList } from '@/admin/components/sortable'
import { adminMessages } from '@/admin/text/messages'
import { toast } from '@/components/ui/toast'
import { useSavedList } from '@/components/ui/use-saved-list'
import { LATEST_PROJECTS_COUNT } from '@/domain/media'
import { MAX_PROJECT_IMAGES, moveItem } from '@/domain/media-upload'
import { messages } from '@/messages'
import { projectImages } from '@/storage/media-keys'
import type { WriteOutcome } from '@/storage/stored-value'
import { ImageCard } from './image-card'
import { ImageUpload } from './image-upload'
import { BlockedNote, UnreadableNote } from './notes'
import { changeRecord, readRecords } from './saved-files'
import { SavedList } from './saved-list'
import { useHero } from './use-hero'

const unreadable = messages.media.projectImagesUnreadable

const report = (outcome: WriteOutcome, undo?: () => void): boolean => {
  const isWritten = outcome === 'written'
  if (isWritten) toast.success(adminMessages.media.image.updated, { id: 'images-updated', undo })
  else toast.error(adminMessages.media.notUpdated)
  return isWritten
}

const move = (from: number, to: number): boolean => {
  const records = readRecords(projectImages)
  const undo = () => {
    const now = readRecords(projectImages)
    const at = now.findIndex(({ id }) => id === records[from]?.id)
    if (at >= 0) report(projectImages.write(moveItem(now, at, from)))
  }
  return report(projectImages.write(moveItem(records, from, to)), undo)
}

/** `isUnpublished`: whether visitors see another image at this index. */
export function ImageManager({ isUnpublished }: { isUnpublished: (index: number) => boolean }) {
  const { list, blocked } = useSavedList(projectImages, unreadable)
  const hero = useHero()
  return (
    <div className="grid gap-6">
      <p className="max-w-prose text-concrete-600 text-sm">
        The first {LATEST_PROJECTS_COUNT} appear under “Our Latest Projects” on the homepage. If there are fewer, the
        first projects in your list fill the gaps. You can save up to {MAX_PROJECT_IMAGES} images.
      </p>
      {blocked && <BlockedNote />}
      <UnreadableNote stored={projectImages} unreadable={unreadable} />
      <ImageUpload freeSlots={Math.max(0, MAX_PROJECT_IMAGES - list.length)} />
      <SavedList
        kind="image"
        stored={projectImages}
        list={list}
        title={`Saved images (${list.length} of ${MAX_PROJECT_IMAGES})`}
        empty={
          <EmptyState icon={Image} title="No project images yet">
            Until you upload some, the homepage shows the first projects in your list.
          </EmptyState>
        }
      >
        {(onDelete) => (
          <SortableList
            label="Saved images"
            items={list}
            isGrid
            noteOf={(index) => (index < LATEST_PROJECTS_COUNT ? ', showing on homepage' : '')}
            onMove={move}
            className="grid grid-cols-[repeat(auto-fill,minmax(min(13rem,42vw),1fr))] gap-3"
            itemClassName={`${cardClass} grid content-start gap-2 p-2`}
          >
            {(image, index, handles) => (
              <ImageCard
                image={image}
                index={index}
                handles={handles}
                hero={hero}
                isUnpublished={isUnpublished(index)}
                onRename={(name) => report(changeRecord(projectImages, image.id, { name }))}
                onDelete={() => onDelete(image)}
              />
            )}
          </SortableList>
        )}
      </SavedList>
    </div>
  )
}
