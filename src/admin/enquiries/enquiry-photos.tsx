import type { EnquiryPhoto } from '@contract/enquiry-photo'
import { useQueries } from '@tanstack/react-query'
import { Download, ImageOff, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { readEnquiryPhoto } from '@/admin/backend/api'
import { confirm } from '@/admin/components/confirm'
import { downloadFile } from '@/admin/components/download-file'
import { IconButton } from '@/admin/components/icon-button'
import { deleteEnquiryPhoto, enquiriesKey } from '@/admin/data/enquiries'
import { adminErrorText, adminMessages } from '@/admin/text/messages'
import { toast } from '@/components/ui/toast'
import { useLazyModule } from '@/components/ui/use-lazy-module'
import { useNearViewport } from '@/components/ui/use-near'
import { useObjectUrl } from '@/components/ui/use-object-url'
import type { CaptionedImage } from '@/domain/image'
import { lazyModule } from '@/lib/lazy-module'

const { enquiries: messages } = adminMessages

const lightboxModule = lazyModule(() => import('@/components/lightbox/lightbox'))

const remove = (name: string, label: string) =>
  confirm({
    title: 'Are you sure?',
    description: `This will permanently delete ${label}.`,
    confirmLabel: 'Delete',
    busyLabel: 'Deleting...',
    action: () => deleteEnquiryPhoto(name),
    done: messages.photoDeleted,
    refetches: enquiriesKey,
  })

type ThumbnailProps = { blob: Blob | undefined; label: string; isMissing: boolean; onOpen: () => void }

function Thumbnail({ blob, label, isMissing, onOpen }: ThumbnailProps) {
  const url = useObjectUrl(blob)
  return (
    <button
      type="button"
      aria-label={`Open ${label}`}
      aria-haspopup="dialog"
      disabled={!blob}
      onClick={onOpen}
      className="grid size-24 place-items-center overflow-hidden rounded-lg bg-concrete-100"
    >
      {url && <img src={url} alt="" className="size-full object-cover" />}
      {isMissing && <ImageOff aria-hidden className="size-5 text-concrete-600" />}
    </button>
  )
}

/** Thumbnails of an enquiry's photos, which the lightbox opens. `sender` names them. */
export default function EnquiryPhotos({ photos, sender }: { photos: readonly EnquiryPhoto[]; sender: string }) {
  const list = useRef<HTMLUListElement>(null)
  const isNear = useNearViewport(list)
  const results = useQueries({
    queries: photos.map(({ name }) => ({
      queryKey: ['enquiry-photo', name],
      queryFn: ({ signal }: { signal: AbortSignal }) => readEnquiryPhoto(name, signal),
      enabled: isNear,
      staleTime: Number.POSITIVE_INFINITY,
    })),
  })
  const [opened, setOpened] = useState<{ index: number; images: CaptionedImage[] }>()
  const Lightbox = useLazyModule(lightboxModule)?.default
  const error = results.find((result) => result.error)?.error
  const labelOf = (index: number) => `photo ${index + 1} of ${photos.length} from ${sender}`

  const open = (chosen: number) => {
    lightboxModule.load().catch((cause: unknown) => toast.error(adminErrorText(cause)))
    const images = photos.flatMap(({ width, height }, index) => {
      const blob = results[index]?.data
      if (!blob) return []
      const src = URL.createObjectURL(blob)
      const shape = { width, height, widths: [width], placeholder: '#e5e5e5' }
      const description = labelOf(index).replace('photo', 'Photo')
      return [{ ...shape, src, srcSet: `${src} ${width}w`, largest: src, alt: description, id: index + 1, description }]
    })
    setOpened({ index: images.findIndex(({ id }) => id === chosen + 1), images })
  }
  const close = (index: number) => {
    const shown = opened?.images ?? []
    setOpened(undefined)
    list.current?.querySelectorAll<HTMLElement>('[aria-haspopup]')[(shown[index]?.id ?? 1) - 1]?.focus()
    for (const { src } of shown) URL.revokeObjectURL(src)
  }
  return (
    <>
      <ul ref={list} aria-label={`Photos from ${sender}`} className="mt-2 flex min-h-32 flex-wrap gap-3">
        {photos.map(({ name }, index) => {
          const { data: blob, isError = false } = results[index] ?? {}
          const label = labelOf(index)
          return (
            <li key={name}>
              <Thumbnail blob={blob} label={label} isMissing={isError} onOpen={() => open(index)} />
              <span className="flex">
                <IconButton
                  Icon={Download}
                  label={`Save ${label}`}
                  disabled={!blob}
                  onClick={() =>
                    blob && downloadFile(`${fileName(sender)}-${index + 1}.${blob.type.slice(6)}`, blob.type, [blob])
                  }
                />
                <IconButton Icon={Trash2} label={`Delete ${label}`} onClick={() => void remove(name, label)} />
              </span>
            </li>
          )
        })}
      </ul>
      {error && (
        <p role="alert" className="text-danger text-sm">
          {`${messages.photosFailed} ${adminErrorText(error)}`}
        </p>
      )}
      {Lightbox && opened && (
        <Lightbox title="Photos" images={opened.images} index={opened.index} onShow={() => {}} onClose={close} />
      )}
    </>
  )
}

const fileName = (sender: string) => sender.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '') || 'enquiry'
