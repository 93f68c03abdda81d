import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { adminMessages } from '@/admin/messages'
import { toast } from '@/components/ui/toast'
import type { FileProblem } from '@/domain/media-upload'
import { projectImages } from '@/storage/keys'
import { keepFile } from '../keep-file'
import { addRecord } from '../records'
import { type Explained, keepText } from '../texts'
import { scaleImage } from './scale-image'
import type { StagedImage } from './use-staged-images'

const words = adminMessages.media.image

type Handlers = {
  onStored: (image: StagedImage) => void
  onRefused: (image: StagedImage, problem: FileProblem) => void
}

/** Scales and stores images one after the other. What fails is reported and stays chosen; what is stored stays stored. */
export const useImageUpload = ({ onStored, onRefused }: Handlers) => {
  const [done, setDone] = useState(0)
  const [failure, setFailure] = useState<Explained>()

  const upload = useMutation({
    mutationFn: async (images: readonly StagedImage[]) => {
      let stored = 0
      for (const [index, image] of images.entries()) {
        setDone(index)
        const scaled = await scaleImage(image.file).catch(() => undefined)
        if (!scaled) {
          onRefused(image, 'unreadable')
          continue
        }
        const outcome = await keepFile(scaled, (url) => addRecord(projectImages, { name: image.file.name, url }))
        // What has no room for this one has none for the next.
        if (outcome !== 'written') return { stored, outcome }
        stored += 1
        onStored(image)
      }
      return { stored }
    },
    onMutate: () => setFailure(undefined),
    onSuccess: ({ stored, outcome }) => {
      if (stored > 0) toast.success(stored === 1 ? words.uploaded : words.severalUploaded(stored))
      if (!outcome) return
      toast.error(words.uploadFailed)
      setFailure({ text: words.uploadFailed, hint: keepText(outcome) })
    },
    onError: () => {
      toast.error(words.uploadFailed)
      setFailure({ text: words.uploadFailed, hint: adminMessages.media.unreadableFile })
    },
  })

  return {
    start: (images: readonly StagedImage[]) => upload.mutate(images),
    busy: upload.isPending,
    /** How many of `total` are through. */
    progress: { done, total: upload.variables?.length ?? 0 },
    failure,
    setFailure,
  }
}
