import { ENQUIRY_PHOTO_LIMITS } from '@contract/limits'
import { Camera, Image, ImagePlus } from 'lucide-react'
import {
  type DragEvent,
  type Ref,
  useContext,
  useImperativeHandle,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { Button, buttonClass } from '@/components/ui/button'
import { FormContext } from '@/components/ui/field'
import { useObjectUrl } from '@/components/ui/use-object-url'
import { cn } from '@/lib/cn'
import { photoMessages } from '@/messages/enquiry-photos'
import { type ChosenPhoto, createPhotoUploads, type PhotoUploads } from './photo-uploads'

type PhotoInputProps = { capture?: 'environment'; disabled: boolean; onFiles: (files: File[]) => void; label: string }

function PhotoInput({ capture, disabled, onFiles, label }: PhotoInputProps) {
  const Icon = capture ? Camera : ImagePlus
  return (
    <label
      className={buttonClass({
        variant: 'outline',
        className: cn(
          'cursor-pointer bg-white focus-within:outline-3 focus-within:outline-green-dark focus-within:outline-offset-2',
          capture && '[@media(pointer:fine)]:hidden',
          disabled && 'cursor-not-allowed opacity-60',
        ),
      })}
    >
      <Icon aria-hidden className="size-5" />
      {label}
      <input
        type="file"
        accept="image/*"
        multiple={!capture}
        capture={capture}
        disabled={disabled}
        className="sr-only"
        onChange={({ target }) => {
          const files = [...(target.files ?? [])]
          target.value = ''
          onFiles(files)
        }}
      />
    </label>
  )
}

type PhotoItemProps = { chosen: ChosenPhoto; disabled: boolean; onRetry: () => void; onRemove: () => void }

function PhotoItem({ chosen, disabled, onRetry, onRemove }: PhotoItemProps) {
  const { file, photo, progress, sha256, problem } = chosen
  const url = useObjectUrl(photo)
  return (
    <li className="flex items-start gap-4">
      <span className="relative grid size-16 shrink-0 place-items-center overflow-hidden rounded-lg bg-concrete-100">
        {url ? <img src={url} alt="" className="size-full object-cover" /> : <Image aria-hidden className="size-5" />}
      </span>
      <div className="grid min-w-0 grow gap-1 text-sm">
        <span dir="auto" className="wrap-anywhere font-semibold">
          {file.name}
        </span>
        {problem && (
          <p role="alert" className="text-danger">
            {photoMessages.problems[problem]}
          </p>
        )}
        {!problem && !sha256 && (
          <progress
            aria-label={`Uploading ${file.name}`}
            {...(photo && { value: progress })}
            className="h-2 w-full max-w-60 accent-green-dark"
          />
        )}
        {sha256 && <p className="text-concrete-600">Ready to send</p>}
        <div className="flex flex-wrap gap-x-4">
          {problem === 'failed' && (
            <Button variant="link" busy={disabled} onClick={onRetry} aria-label={`Try again: ${file.name}`}>
              Try again
            </Button>
          )}
          <Button variant="link" busy={disabled} onClick={onRemove} aria-label={`Remove ${file.name}`}>
            Remove
          </Button>
        </div>
      </div>
    </li>
  )
}

// Outlives the page, like the message's draft.
const uploads = createPhotoUploads()

/** Optional photos of an enquiry. They upload as soon as they are chosen. */
export function PhotoField({ ref }: { ref: Ref<PhotoUploads> }) {
  const photos = useSyncExternalStore(uploads.subscribe, uploads.get)
  const { sending, attempt } = useContext(FormContext)
  const field = useRef<HTMLFieldSetElement>(null)
  const [isOver, setIsOver] = useState(false)
  const [refused, setRefused] = useState(0)
  const [askedAt, setAskedAt] = useState(0)
  useImperativeHandle(ref, () => ({
    ...uploads,
    attach: () => {
      setAskedAt(attempt + 1)
      return uploads.attach()
    },
  }))

  const add = (files: readonly File[]) => {
    const free = ENQUIRY_PHOTO_LIMITS.photos - photos.length
    setRefused(Math.max(0, files.length - free))
    uploads.add(files.slice(0, free))
  }
  const remove = (id: string) => {
    setRefused(0)
    uploads.remove(id)
    // Its button disappears.
    field.current?.focus()
  }
  const onDrag = (isInside: boolean) => (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return
    // Otherwise the browser opens the file.
    event.preventDefault()
    setIsOver(isInside && !sending)
  }
  const failed = photos.filter(({ problem }) => problem && problem !== 'full')
  const isFull = sending || photos.length >= ENQUIRY_PHOTO_LIMITS.photos
  const ready = photos.filter(({ sha256 }) => sha256).length
  return (
    <fieldset
      ref={field}
      tabIndex={-1}
      onDragOver={onDrag(true)}
      onDragLeave={onDrag(false)}
      onDrop={(event) => {
        onDrag(false)(event)
        if (!sending) add([...event.dataTransfer.files])
      }}
      className={cn('grid gap-4 rounded-lg', isOver && 'outline-2 outline-green-dark outline-offset-8 outline-dashed')}
    >
      <legend className="mb-1.5 font-semibold">
        Photos <span className="font-normal text-concrete-600">(optional)</span>
      </legend>
      <div className="flex flex-wrap items-center gap-3">
        <PhotoInput label="Choose photos" disabled={isFull} onFiles={add} />
        <PhotoInput label="Take a photo" capture="environment" disabled={isFull} onFiles={add} />
        <span className="text-concrete-600 text-sm [@media(pointer:coarse)]:hidden">or drop them here</span>
      </div>
      <p className="-mt-2 text-concrete-600 text-sm">{photoMessages.hint}</p>
      {photos.length > 0 && (
        <ul aria-label="Photos" className="grid gap-4 sm:grid-cols-2">
          {photos.map((chosen) => (
            <PhotoItem
              key={chosen.id}
              chosen={chosen}
              disabled={sending}
              onRetry={() => uploads.start(chosen.id)}
              onRemove={() => remove(chosen.id)}
            />
          ))}
        </ul>
      )}
      <p role="status" className={refused > 0 ? 'text-danger text-sm' : 'sr-only'}>
        {refused > 0 ? photoMessages.tooMany : photoMessages.status(ready, photos.length)}
      </p>
      {failed.length > 0 && askedAt === attempt && !sending && (
        <Button
          variant="outline"
          className="justify-self-start"
          onClick={({ currentTarget: { form } }) => {
            for (const { id } of failed) uploads.remove(id)
            form?.requestSubmit()
          }}
        >
          {failed.length === 1 ? 'Send without it' : 'Send without them'}
        </Button>
      )}
    </fieldset>
  )
}
