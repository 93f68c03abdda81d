import type { EnquiryPhoto } from '@contract/enquiry-photo'
import { useQueries } from '@tanstack/react-query'
import { Download, ImageOff, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { readEnquiryPhoto } from '@/admin/backend/api'
import { confirm } from '@/admin/components/confirm'
import { downloadFile } from '@/admin/components/download-file'
import { IconButton } from '@/admin/components/icon-button'
import { RetryButton } from '@/admin/components/small-button'
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

type PhotoLightboxProps = {
  photos: readonly { photo: EnquiryPhoto; blob: Blob; label: string }[]
  index: number
  onClose: (index: number) => void
}

function PhotoLightbox({ photos, index, onClose }: PhotoLightboxProps) {
  const Lightbox = useLazyModule(lightboxModule)?.default
  const [images, setImages] = useState<CaptionedImage[]>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: an open lightbox keeps its photos.
  useEffect(() => {
    const made = photos.map(({ photo: { width, height }, blob, label }, position) => {
      const src = URL.createObjectURL(blob)
      const shape = { width, height, widths: [width], placeholder: '#e5e5e5' }
      const files = { src, srcSet: `${src} ${width}w`, largest: src }
      return { ...shape, ...files, id: position + 1, alt: label, description: label }
    })
    setImages(made)
    return () => {
      for (const { src } of made) URL.revokeObjectURL(src)
    }
  }, [])
  return Lightbox && images ? (
    <Lightbox title="Photos" images={images} index={index} onShow={() => {}} onClose={onClose} />
  ) : null
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
  const [openedName, setOpenedName] = useState<string>()
  const named = photos.map((photo, index) => {
    const label = `photo ${index + 1} of ${photos.length} from ${sender}`
    return { photo, label, blob: results[index]?.data, isMissing: results[index]?.isError ?? false }
  })
  const loaded = named.flatMap(({ photo, label, blob }) => (blob ? [{ photo, label: `P${label.slice(1)}`, blob }] : []))
  const failed = results.filter(({ isError }) => isError)

  const open = (name: string) =>
    lightboxModule.load().then(
      () => setOpenedName(name),
      (cause: unknown) => toast.error(adminErrorText(cause)),
    )
  const close = (index: number) => {
    setOpenedName(undefined)
    const shown = loaded[index]?.photo.name
    const position = photos.findIndex(({ name }) => name === shown)
    list.current?.querySelectorAll<HTMLElement>('[aria-haspopup]')[position]?.focus()
  }
  return (
    <>
      <ul ref={list} aria-label={`Photos from ${sender}`} className="mt-2 flex min-h-32 flex-wrap gap-3">
        {named.map(({ photo: { name }, label, blob, isMissing }, index) => (
          <li key={name}>
            <Thumbnail blob={blob} label={label} isMissing={isMissing} onOpen={() => void open(name)} />
            <span className="flex">
              <IconButton
                Icon={Download}
                label={`Save ${label}`}
                disabled={!blob}
                onClick={() => blob && downloadFile(getFileName(sender, index, blob), blob.type, [blob])}
              />
              <IconButton Icon={Trash2} label={`Delete ${label}`} onClick={() => void remove(name, label)} />
            </span>
          </li>
        ))}
      </ul>
      {failed.length > 0 && (
        <div className="flex flex-wrap items-center gap-3 text-sm">
          <p role="alert" className="text-danger">
            {`${messages.photosFailed} ${adminErrorText(failed[0]?.error)}`}
          </p>
          <RetryButton
            query={{
              refetch: () => failed.map(({ refetch }) => refetch()),
              isFetching: failed.some(({ isFetching }) => isFetching),
            }}
          />
        </div>
      )}
      {openedName !== undefined && (
        <PhotoLightbox
          photos={loaded}
          index={loaded.findIndex(({ photo }) => photo.name === openedName)}
          onClose={close}
        />
      )}
    </>
  )
}

const getFileName = (sender: string, index: number, { type }: Blob) =>
  `${sender.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '') || 'enquiry'}-${index + 1}.${type.replace('image/', '')}`
