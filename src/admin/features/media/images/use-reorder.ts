import { type DragEvent, useEffect, useRef, useState } from 'react'
import { adminMessages } from '@/admin/messages'
import { toast } from '@/components/ui/toast'
import { LATEST_PROJECTS_COUNT, type ProjectImage } from '@/domain/media'
import { withMoved } from '@/domain/media-upload'
import { projectImages } from '@/storage/keys'
import type { WriteOutcome } from '@/storage/stored-value'
import { recordsOf } from '../saved-files'

/** Reports whether a change to the project images was written, and returns it. */
export const reportUpdate = (outcome: WriteOutcome): boolean => {
  const isWritten = outcome === 'written'
  if (isWritten) toast.success(adminMessages.media.image.updated, { id: 'images-updated' })
  else toast.error(adminMessages.media.notUpdated)
  return isWritten
}

const isFileDrag = (event: DragEvent) => event.dataTransfer.types.includes('Files')

/** Moves project images by buttons, by keys and by dragging, and announces where they are. */
export const useReorder = () => {
  const [announcement, setAnnouncement] = useState('')
  const [dragged, setDragged] = useState<string>()
  const [target, setTarget] = useState<string>()
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
    if (!reportUpdate(projectImages.write(withMoved(list, from, to)))) return
    movedButton.current = button ?? null
    const suffix = to < LATEST_PROJECTS_COUNT ? ', showing on homepage' : ''
    setAnnouncement(`${image.name} is now number ${to + 1} of ${list.length}${suffix}`)
  }
  const endDrag = () => {
    setDragged(undefined)
    setTarget(undefined)
  }
  const dragHandlers = ({ id, name }: ProjectImage, index: number) => ({
    onDragStart(event: DragEvent) {
      event.dataTransfer.effectAllowed = 'move'
      event.dataTransfer.setData('text/plain', name)
      setDragged(id)
    },
    onDragOver(event: DragEvent) {
      if (isFileDrag(event)) return
      event.preventDefault()
      setTarget(id)
    },
    onDragEnd: endDrag,
    onDrop(event: DragEvent) {
      if (isFileDrag(event)) return
      event.preventDefault()
      if (dragged) move(dragged, index)
      endDrag()
    },
  })
  return { announcement, move, dragHandlers, dragged, target: dragged === target ? undefined : dragged && target }
}
