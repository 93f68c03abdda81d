import { PROJECT_LIMITS } from '@contract/project'
import { Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { TextArea, TextField } from '@/admin/components/form'
import { IconButton } from '@/admin/components/icon-button'
import { SortableList } from '@/admin/components/sortable'
import { withMoved } from '@/domain/media-upload'
import { DropZone } from '../drop-zone'
import type { Problems } from './content'
import type { Draft, DraftPhotograph } from './draft-store'
import { FileThumb } from './thumb'
import type { DraftState } from './use-draft'

const [LEAST, MOST] = PROJECT_LIMITS.images
const marks = { cover: 'Cover', before: 'Before', after: 'After' } as const
type Mark = keyof typeof marks

/** A draft with a photograph marked; one that is `before` is no longer `after`. */
const marked = (draft: Draft, mark: Mark, id: string, isOn: boolean): Draft => {
  const other = mark === 'before' ? 'after' : 'before'
  const freed = mark !== 'cover' && draft[other] === id ? { [other]: null } : {}
  return { ...draft, ...freed, [mark]: isOn ? id : null }
}

type PhotographsProps = { state: DraftState; draft: Draft; project: string; problems: Problems }

type CardProps = PhotographsProps & { photograph: DraftPhotograph; index: number; controls: ReactNode }

function PhotographCard({ state, draft, project, photograph, index, problems, controls }: CardProps) {
  const { id, name, alt, description, files } = photograph
  const coverId = (draft.photographs.find((one) => one.id === draft.cover) ?? draft.photographs[0])?.id
  const isOn = (mark: Mark) => (mark === 'cover' ? coverId : draft[mark]) === id
  const mark = (one: Mark, on: boolean) => state.change((before) => marked(before, one, id, on))
  return (
    <>
      <div className="grid content-start gap-2">
        <FileThumb project={project} name={files ? files.files[0] : id} className="w-full" />
        {!files && <p className="text-concrete-600 text-sm">Being prepared...</p>}
      </div>
      <div className="grid min-w-0 gap-4">
        <TextArea
          label={`What photograph ${index + 1} shows`}
          name={`alt ${index}`}
          error={problems[`alt ${index}`]}
          rows={2}
          value={alt}
          onChange={({ currentTarget }) => state.changePhotograph(id, { alt: currentTarget.value })}
        />
        <TextField
          label="Caption"
          name={`description ${index}`}
          error={problems[`description ${index}`]}
          optional
          dir="auto"
          value={description}
          onChange={({ currentTarget }) => state.changePhotograph(id, { description: currentTarget.value })}
        />
        <fieldset className="flex flex-wrap gap-x-5">
          <legend className="sr-only">Use of photograph {index + 1}</legend>
          {(Object.keys(marks) as Mark[]).map((one) => (
            <label key={one} className="flex min-h-11 cursor-pointer items-center gap-2 sm:min-h-9">
              <input
                type={one === 'cover' ? 'radio' : 'checkbox'}
                name={one === 'cover' ? 'cover' : `${one} ${index}`}
                checked={isOn(one)}
                onChange={({ currentTarget }) => mark(one, currentTarget.checked)}
                className="size-5 accent-green-dark"
              />
              {marks[one]}
            </label>
          ))}
        </fieldset>
        <div className="flex items-center">
          {controls}
          <IconButton
            Icon={Trash2}
            label={`Remove photograph ${index + 1}, ${name}`}
            title="Remove"
            onClick={() => state.removePhotograph(id)}
            className="ml-auto text-danger max-sm:size-11!"
          />
        </div>
      </div>
    </>
  )
}

/** The photographs of a project with their words, in their order. */
export function Photographs(props: PhotographsProps) {
  const { state, draft, problems } = props
  const { notes, preparing } = state
  const { photographs } = draft
  const done = photographs.filter(({ files }) => files).length
  return (
    <section aria-labelledby="project-photographs" className="grid grid-cols-1 gap-4">
      <h3 id="project-photographs" className="text-base">
        Photographs
      </h3>
      <DropZone
        label="Choose photographs"
        hint={`${LEAST} to ${MOST} photographs, several at once: JPG, PNG or WebP up to 50 MB each. They are scaled to at most 2,000 pixels, and what the camera noted, such as the place, is removed.`}
        accept="image/*"
        multiple
        disabled={photographs.length >= MOST}
        problem={problems.images ? { text: problems.images } : undefined}
        onFiles={(files) => void state.addFiles(files)}
      />
      <div role="status" className="grid gap-1 text-sm empty:hidden">
        {notes.map((note) => (
          <p key={note} className="wrap-anywhere text-danger">
            {note}
          </p>
        ))}
        {preparing && (
          <p>
            Preparing {done + 1} of {photographs.length}: {preparing.name}...
          </p>
        )}
      </div>
      {photographs.length > 0 && (
        <SortableList
          label="Photographs"
          items={photographs}
          onMove={(from, to) => {
            state.change((before) => ({ ...before, photographs: withMoved(before.photographs, from, to) }))
            return true
          }}
          className="grid grid-cols-1 gap-3"
          itemClassName="grid grid-cols-1 gap-4 rounded-card border border-concrete-200 bg-white p-3 sm:grid-cols-[12rem_minmax(0,1fr)] sm:p-4"
        >
          {(photograph, index, { controls }) => <PhotographCard {...props} {...{ photograph, index, controls }} />}
        </SortableList>
      )}
    </section>
  )
}
