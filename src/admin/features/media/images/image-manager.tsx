import { Image } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { ConfirmDialog } from '@/admin/components/confirm-dialog'
import { EmptyState } from '@/admin/components/empty-state'
import { adminMessages } from '@/admin/messages'
import { toast } from '@/components/ui/toast'
import { useSavedList } from '@/components/ui/use-saved-list'
import { LATEST_PROJECTS_COUNT, type ProjectImage } from '@/domain/media'
import { MAX_PROJECT_IMAGES, withMoved } from '@/domain/media-upload'
import { messages } from '@/messages'
import { projectImages } from '@/storage/keys'
import { BlockedNote, toastWithUndo, UnreadableNote, useFocusAfterRemoval } from '../media-parts'
import { changeRecord, recordsOf, removeRecord, restoreRecord, saveAgain } from '../saved-files'
import { ImageCard } from './image-card'
import { ImageUpload } from './image-upload'

const { notDeleted, notUpdated, image: texts } = adminMessages.media
const unreadable = messages.media.projectImagesUnreadable

const deleteImage = (image: ProjectImage) => {
  const index = recordsOf(projectImages).findIndex(({ id }) => id === image.id)
  if (removeRecord(projectImages, image.id) !== 'written') return toast.error(notDeleted)
  toastWithUndo(texts.deleted, () =>
    saveAgain(image.url, (url) => restoreRecord(projectImages, { ...image, url }, index)),
  )
}

const renameImage = (image: ProjectImage, name: string): boolean => {
  const written = changeRecord(projectImages, image.id, { name }) === 'written'
  if (written) toast.success(texts.updated, { id: 'images-updated' })
  else toast.error(notUpdated)
  return written
}

const useReorder = () => {
  const [announcement, setAnnouncement] = useState('')
  const movedButton = useRef<HTMLElement>(null)

  // A list item that moves in the document loses the focus.
  useEffect(() => {
    movedButton.current?.focus()
    movedButton.current = null
  })

  const move = (id: string, to: number, button?: HTMLElement) => {
    const list = recordsOf(projectImages)
    const from = list.findIndex((image) => image.id === id)
    const image = list[from]
    if (!image || to === from || to < 0 || to >= list.length) return
    if (projectImages.write(withMoved(list, from, to)) !== 'written') {
      toast.error(notUpdated)
      return
    }
    movedButton.current = button ?? null
    const suffix = to < LATEST_PROJECTS_COUNT ? ', showing on homepage' : ''
    setAnnouncement(`${image.name} is now number ${to + 1} of ${list.length}${suffix}`)
    toast.success(texts.updated, { id: 'images-updated' })
  }

  return { move, announcement }
}

export function ImageManager() {
  const { list, blocked } = useSavedList(projectImages, unreadable)
  const { move, announcement } = useReorder()
  const [deleting, setDeleting] = useState<ProjectImage>()
  const [dragged, setDragged] = useState<string>()
  const [target, setTarget] = useState<string>()
  const heading = useFocusAfterRemoval<HTMLHeadingElement>(list.length)
  const endDrag = () => {
    setDragged(undefined)
    setTarget(undefined)
  }

  return (
    <div className="grid gap-6">
      <p className="max-w-prose text-concrete-600 text-sm">
        The first {LATEST_PROJECTS_COUNT} show under “Our Latest Projects” on the homepage. At most {MAX_PROJECT_IMAGES}{' '}
        images are saved.
      </p>
      {blocked && <BlockedNote />}
      <UnreadableNote stored={projectImages} unreadable={unreadable} />
      <ImageUpload freeSlots={Math.max(0, MAX_PROJECT_IMAGES - list.length)} />
      <section aria-labelledby="saved-images" className="grid gap-3">
        <h2 ref={heading} tabIndex={-1} id="saved-images" className="font-semibold text-sm">
          Saved images ({list.length} of {MAX_PROJECT_IMAGES})
        </h2>
        <p aria-live="polite" className="sr-only">
          {announcement}
        </p>
        {list.length === 0 ? (
          <EmptyState icon={Image} title="No project images yet">
            Until you upload some, the homepage shows four built-in pictures.
          </EmptyState>
        ) : (
          <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(13rem,42vw),1fr))] gap-3">
            {list.map((image, index) => (
              <ImageCard
                key={image.id}
                image={image}
                index={index}
                count={list.length}
                dragged={dragged === image.id}
                target={dragged !== undefined && dragged !== image.id && target === image.id}
                onDragStart={() => setDragged(image.id)}
                onDragOver={() => setTarget(image.id)}
                onDragEnd={endDrag}
                onDrop={() => {
                  if (dragged) move(dragged, index)
                  endDrag()
                }}
                onMove={(to, button) => move(image.id, to, button)}
                onRename={(name) => renameImage(image, name)}
                onDelete={() => setDeleting(image)}
              />
            ))}
          </ul>
        )}
      </section>
      <ConfirmDialog
        open={deleting !== undefined}
        onClose={() => setDeleting(undefined)}
        title="Delete this image?"
        description={
          deleting && `“${deleting.name}” will be deleted from this browser. You can undo this for a few seconds.`
        }
        confirmLabel="Delete"
        onConfirm={() => {
          if (deleting) deleteImage(deleting)
          setDeleting(undefined)
        }}
      />
    </div>
  )
}
