import { useEffect, useRef, useState } from 'react'
import { adminMessages } from '@/admin/messages'
import { toast } from '@/components/ui/toast'
import { LATEST_PROJECTS_COUNT } from '@/domain/media'
import { withMoved } from '@/domain/media-upload'
import { projectImages } from '@/storage/keys'
import { recordsOf } from '../records'

/** Changes the order of the saved images and says where one has come to stand. */
export const useReorder = () => {
  const [announcement, setAnnouncement] = useState('')
  const movedButton = useRef<HTMLElement>(null)

  // A list item that changes places in the document loses the focus.
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
      toast.error(adminMessages.media.notUpdated)
      return
    }
    movedButton.current = button ?? null
    const place = to < LATEST_PROJECTS_COUNT ? ', showing on homepage' : ''
    setAnnouncement(`${image.name} is now number ${to + 1} of ${list.length}${place}`)
    toast.success(adminMessages.media.image.updated, { id: 'images-updated' })
  }

  return { move, announcement }
}
