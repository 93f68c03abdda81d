import { ENQUIRY_PHOTO_LIMITS } from '@contract/limits'
import { Camera, Image, ImagePlus } from 'lucide-react'
import { useContext, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import { Button, buttonClass } from '@/components/ui/button'
import { FormContext } from '@/components/ui/field'
import { useObjectUrl } from '@/components/ui/use-object-url'
import { cn } from '@/lib/cn'
import { photoMessages } from '@/messages/enquiry-photos'
import { type ChosenPhoto, isUnsendable, photoUploads } from './photo-uploads'

const DRAGS = ['dragover', 'dragleave', 'drop'] as const
const HINT = 'photos-hint'

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
        aria-describedby={HINT}
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

type PhotoItemProps = { chosen: ChosenPhoto; sending: boolean; onRetry: () => void; onRemove: () => void }

function PhotoItem({ chosen, sending, onRetry, onRemove }: PhotoItemProps) {
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
            <span className="sr-only">{`${file.name}: `}</span>
            {photoMessages.problems[problem]}
          </p>
        )}
        {!problem && !sha256 && (
          <progress
            aria-label={`Uploading ${file.name}`}
            {...(photo && { value: progress })}
            className="h-2 w-full max-w-64 rounded-full accent-green-dark forced-colors:border"
          />
        )}
        {sha256 && <p className="text-concrete-600">Ready to send</p>}
        <div className="flex flex-wrap gap-x-4">
          {problem === 'failed' && (
            <Button variant="link" busy={sending} onClick={onRetry} aria-label={`Try again: ${file.name}`}>
              Try again
            </Button>
          )}
          <Button
            variant="link"
            busy={sending && sha256 !== undefined}
            onClick={onRemove}
            aria-label={`Remove ${file.name}`}
          >
            Remove
          </Button>
        </div>
      </div>
    </li>
  )
}

/** Optional photos of an enquiry. They upload as soon as they are chosen. */
export function PhotoField() {
  const photos = useSyncExternalStore(photoUploads.subscribe, photoUploads.get)
  const { sending, attempt } = useContext(FormContext)
  const field = useRef<HTMLFieldSetElement>(null)
  const [isOver, setIsOver] = useState(false)
  const [hasTooMany, setHasTooMany] = useState(false)

  const add = (files: readonly File[]) => {
    const free = ENQUIRY_PHOTO_LIMITS.photos - photos.length
    setHasTooMany(files.length > free)
    photoUploads.add(files.slice(0, free))
  }
  const remove = (id: string) => {
    setHasTooMany(false)
    photoUploads.remove(id)
    // Its button disappears.
    field.current?.focus()
  }
  const onDrag = useEffectEvent((event: DragEvent) => {
    if (!event.dataTransfer?.types.includes('Files')) return
    // Otherwise the browser opens the file in place of the page.
    event.preventDefault()
    setIsOver(event.type === 'dragover' && !sending)
    if (event.type === 'drop' && !sending) add([...event.dataTransfer.files])
  })
  useEffect(() => {
    const form = field.current?.form
    const handle = (event: DragEvent) => onDrag(event)
    for (const type of DRAGS) form?.addEventListener(type, handle)
    return () => {
      for (const type of DRAGS) form?.removeEventListener(type, handle)
    }
  }, [])

  const unsendable = photos.filter(isUnsendable)
  const ready = photos.filter(({ sha256 }) => sha256).length
  return (
    <fieldset ref={field} tabIndex={-1} className={cn('grid gap-4 rounded-lg', isOver && 'bg-green/10')}>
      <legend className="mb-1.5 font-semibold">
        Photos <span className="font-normal text-concrete-600">(optional)</span>
      </legend>
      <div className="flex flex-wrap items-center gap-3">
        <PhotoInput label="Choose photos" disabled={sending} onFiles={add} />
        <PhotoInput label="Take a photo" capture="environment" disabled={sending} onFiles={add} />
        <span className="text-concrete-600 text-sm [@media(pointer:coarse)]:hidden">or drop them here</span>
      </div>
      <p id={HINT} className="text-concrete-600 text-sm">
        {photoMessages.hint}
      </p>
      {photos.length > 0 && (
        <ul aria-label="Photos" className="grid gap-4 sm:grid-cols-2">
          {photos.map((chosen) => (
            <PhotoItem
              key={chosen.id}
              chosen={chosen}
              sending={sending}
              onRetry={() => photoUploads.start(chosen.id)}
              onRemove={() => remove(chosen.id)}
            />
          ))}
        </ul>
      )}
      {hasTooMany && (
        <p role="alert" className="text-danger text-sm">
          {photoMessages.tooMany}
        </p>
      )}
      <p role="status" className="sr-only">
        {photoMessages.status(ready, photos.length)}
      </p>
      {unsendable.length > 0 && attempt > 0 && !sending && (
        <Button
          variant="outline"
          className="justify-self-start"
          onClick={({ currentTarget: { form } }) => {
            for (const { id } of unsendable) photoUploads.remove(id)
            form?.requestSubmit()
          }}
        >
          {unsendable.length === 1 ? 'Send without it' : 'Send without them'}
        </Button>
      )}
    </fieldset>
  )
}
