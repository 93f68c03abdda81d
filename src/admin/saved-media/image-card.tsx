import { cleanLine } from '@contract/text'
import { Pencil, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import * as v from 'valibot'
import { Badge } from '@/admin/components/badge'
import { IconButton } from '@/admin/components/icon-button'
import { SmallButton } from '@/admin/components/small-button'
import type { Handles } from '@/admin/components/sortable'
import { unavailableText } from '@/admin/text/media-texts'
import { adminMessages } from '@/admin/text/messages'
import { TextField } from '@/components/ui/field'
import { Form, SubmitButton } from '@/components/ui/form'
import { LATEST_PROJECTS_COUNT, type SavedFile } from '@/domain/media'
import { validate } from '@/lib/validate'
import { useMediaUrl } from '@/storage/use-media-url'
import { HeroButton } from './hero-button'
import type { useHero } from './use-hero'

type ImageCardProps = {
  image: SavedFile
  index: number
  handles: Handles
  isUnpublished: boolean
  hero: ReturnType<typeof useHero>
  onRename: (name: string) => boolean
  onDelete: () => void
}

const renameSchema = v.object({ name: v.pipe(v.string(), v.transform(cleanLine), v.nonEmpty()) })

type RenameFormProps = { name: string; onSave: (name: string) => void; onCancel: () => void }

function RenameForm({ name, onSave, onCancel }: RenameFormProps) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    input.current?.focus()
    input.current?.select()
  }, [])
  return (
    <Form
      check={(typed) => validate(renameSchema, typed)}
      action={(typed) => void onSave(typed.name)}
      className="grid gap-2 text-sm"
    >
      <TextField
        ref={input}
        label="Image description"
        name="name"
        defaultValue={name}
        maxLength={200}
        onKeyDown={(event) => event.key === 'Escape' && onCancel()}
      />
      <div className="flex gap-2">
        <SubmitButton size="sm">Save</SubmitButton>
        <SmallButton onClick={onCancel} variant="ghost">
          Cancel
        </SmallButton>
      </div>
    </Form>
  )
}

export function ImageCard({ image, index, handles, isUnpublished, hero, onRename, onDelete }: ImageCardProps) {
  const src = useMediaUrl(image.url)
  const [broken, setBroken] = useState(false)
  const [renaming, setRenaming] = useState(false)
  const rename = useRef<HTMLButtonElement>(null)
  const stopRenaming = () => {
    setRenaming(false)
    rename.current?.focus()
  }

  return (
    <>
      <div className="relative">
        {src && !broken ? (
          <img
            src={src}
            alt={image.name}
            draggable={false}
            onMouseDown={handles.onMouseDown}
            onError={() => setBroken(true)}
            className="aspect-[4/3] w-full cursor-grab rounded-lg bg-concrete-100 object-cover"
          />
        ) : (
          <p className="wrap-anywhere grid aspect-[4/3] place-content-center rounded-lg bg-concrete-100 p-3 text-center text-concrete-700 text-sm">
            {(broken || src === null) && unavailableText(image, src === null)}
          </p>
        )}
        {index < LATEST_PROJECTS_COUNT && (
          <p className="absolute inset-x-0 bottom-0 rounded-b-lg bg-paper/95 px-1 py-1 text-center font-semibold text-green-dark text-xs">
            Showing on homepage
          </p>
        )}
      </div>
      {isUnpublished && <p className="px-1 text-xs">{adminMessages.media.notPublished}</p>}
      {renaming ? (
        <RenameForm name={image.name} onCancel={stopRenaming} onSave={(name) => onRename(name) && stopRenaming()} />
      ) : (
        <p className="wrap-anywhere px-1 font-semibold text-sm">
          <span className="text-concrete-600 tabular-figures">{`${index + 1}.`}</span> <span>{image.name}</span>
        </p>
      )}
      <p className="flex flex-wrap gap-1 px-1 text-concrete-600 text-xs">
        Uploaded {image.uploadDate} {hero.isHero(image.url) && <Badge tone="good">Showing as hero</Badge>}
      </p>
      <HeroButton file={{ ...image, type: 'image' }} hero={hero} />
      <div className="flex flex-wrap items-center">
        {handles.controls}
        <IconButton
          ref={rename}
          Icon={Pencil}
          label={`Rename ${image.name}`}
          title="Rename"
          onClick={() => setRenaming(true)}
          className="ml-auto"
        />
        <IconButton
          Icon={Trash2}
          label={`Delete ${image.name}`}
          title="Delete"
          onClick={onDelete}
          className="text-danger"
        />
      </div>
    </>
  )
}
