import { Image } from 'lucide-react'
import { EmptyState } from '@/admin/components/empty-state'
import { useSavedList } from '@/components/ui/use-saved-list'
import { LATEST_PROJECTS_COUNT } from '@/domain/media'
import { MAX_PROJECT_IMAGES } from '@/domain/media-upload'
import { messages } from '@/messages'
import { projectImages } from '@/storage/keys'
import { BlockedNote, UnreadableNote } from '../media-parts'
import { SavedList } from '../saved-list'
import { ImageCard } from './image-card'
import { ImageUpload } from './image-upload'
import { ProjectPicker } from './project-picker'
import { useReorder } from './use-reorder'

const unreadable = messages.media.projectImagesUnreadable

/** The saved project images: uploads, orders, renames and deletes them. */
export function ImageManager() {
  const { list, blocked } = useSavedList(projectImages, unreadable)
  const reorder = useReorder()
  return (
    <div className="grid gap-6">
      <p className="max-w-prose text-concrete-600 text-sm">
        The first {LATEST_PROJECTS_COUNT} show under “Our Latest Projects” on the homepage. At most {MAX_PROJECT_IMAGES}{' '}
        images are saved.
      </p>
      {blocked && <BlockedNote />}
      <UnreadableNote stored={projectImages} unreadable={unreadable} />
      <ImageUpload freeSlots={Math.max(0, MAX_PROJECT_IMAGES - list.length)} />
      <ProjectPicker list={list} />
      <p aria-live="polite" className="sr-only">
        {reorder.announcement}
      </p>
      <SavedList
        kind="image"
        stored={projectImages}
        list={list}
        title={`Saved images (${list.length} of ${MAX_PROJECT_IMAGES})`}
        empty={
          <EmptyState icon={Image} title="No project images yet">
            Until you upload some, the homepage shows four built-in pictures.
          </EmptyState>
        }
      >
        {(askToDelete) => (
          <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(13rem,42vw),1fr))] gap-3">
            {list.map((image, index) => (
              <ImageCard
                key={image.id}
                image={image}
                index={index}
                count={list.length}
                reorder={reorder}
                onDelete={() => askToDelete(image)}
              />
            ))}
          </ul>
        )}
      </SavedList>
    </div>
  )
}
