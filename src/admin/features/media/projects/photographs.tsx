import { type DraftPhotograph, PROJECT_LIMITS, type ProjectDraft } from '@contract/project'
import { Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { TextArea, TextField } from '@/admin/components/form'
import { IconButton } from '@/admin/components/icon-button'
import { SortableList } from '@/admin/components/sortable'
import { adminMessages } from '@/admin/messages'
import { toast } from '@/components/ui/toast'
import { withMoved } from '@/domain/media-upload'
import { DropZone } from '../drop-zone'
import { addPhotographs, removePhotograph } from './choose-photographs'
import type { Problems } from './content'
import type { Opened } from './opened'
import { change, changePhotographs, save } from './saver'
import { FileThumb } from './thumb'
import { Undoable } from './undoable'

const texts = adminMessages.media.projects.photograph
const [LEAST, MOST] = PROJECT_LIMITS.images
const marks = { cover: 'Cover', before: 'Before', after: 'After' } as const
type Mark = keyof typeof marks

/** A draft with a photograph marked; one that is `before` is no longer `after`. */
const marked = (draft: ProjectDraft, mark: Mark, id: string, isOn: boolean): ProjectDraft => {
  const other = mark === 'before' ? 'after' : 'before'
  const freed = mark !== 'cover' && draft[other] === id ? { [other]: null } : {}
  return { ...draft, ...freed, [mark]: isOn ? id : null }
}

type PhotographsProps = { id: string; opened: Opened; before: ProjectDraft; problems: Problems }

type CardProps = PhotographsProps & { photograph: DraftPhotograph; index: number; controls: ReactNode }

function PhotographCard({ id: project, opened, before, photograph, index, problems, controls }: CardProps) {
  const { draft, files } = opened
  const { id, name, alt, description, picture } = photograph
  const file = files[id]
  const scaled = file && !(file instanceof File) ? file.files[0]?.blob : undefined
  const coverId = (draft.photographs.find((one) => one.id === draft.cover) ?? draft.photographs[0])?.id
  const isOn = (mark: Mark) => (mark === 'cover' ? coverId : draft[mark]) === id
  const mark = (one: Mark, on: boolean) => change(project, (was) => marked(was, one, id, on))
  const typed = (key: 'alt' | 'description') => ({
    name: `${key} ${index}`,
    error: problems[`${key} ${index}`],
    value: photograph[key],
    before: before.photographs.find((one) => one.id === id)?.[key],
    onText: (text: string) => changePhotographs(project, (one) => one.id === id && { [key]: text }),
  })
  const progress = file ? (scaled ? 'Being uploaded...' : 'Being prepared...') : texts.elsewhere
  return (
    <>
      <div className="grid content-start gap-2">
        <FileThumb
          blob={scaled ?? (file instanceof File ? file : undefined)}
          name={picture?.files[0]}
          className="w-full"
        />
        {!picture && <p className="text-concrete-600 text-sm">{progress}</p>}
        {!picture && !file && (
          <DropZone
            label={`Choose ${name} again`}
            accept="image/*"
            onFiles={(chosen) => addPhotographs(project, chosen, id)}
          />
        )}
      </div>
      <div className="grid min-w-0 gap-4">
        <Undoable {...typed('alt')}>
          {(field) => (
            <TextArea
              {...field}
              label={`What photograph ${index + 1} shows`}
              hint={alt.trim() ? '' : texts.needed}
              rows={2}
            />
          )}
        </Undoable>
        <details open={description !== ''} className="group/caption">
          <summary className="w-fit cursor-pointer font-semibold text-green-dark text-sm underline underline-offset-4">
            Another caption
          </summary>
          <div className="pt-3">
            <Undoable {...typed('description')}>
              {(field) => <TextField {...field} label="Caption" hint={texts.caption} optional dir="auto" />}
            </Undoable>
          </div>
        </details>
        <fieldset className="flex flex-wrap gap-x-5">
          <legend className="sr-only">Use of photograph {index + 1}</legend>
          {(Object.keys(marks) as Mark[]).map((one) => (
            <label key={one} className="flex min-h-11 cursor-pointer items-center gap-2">
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
            onClick={() => {
              const undo = removePhotograph(project, id)
              toast.success(texts.removed(name), { action: { label: 'Undo', onClick: undo } })
            }}
            className="ml-auto text-danger"
          />
        </div>
      </div>
    </>
  )
}

/** The photographs of a project with their words, in their order. */
export function Photographs(props: PhotographsProps) {
  const { id, opened, problems } = props
  const { draft, files, notes } = opened
  const { photographs } = draft
  const chosen = Object.values(files)
  const prepared = chosen.filter((file) => !(file instanceof File)).length
  const [uploaded, isPreparing] = [photographs.filter(({ picture }) => picture).length, prepared < chosen.length]
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
        onFiles={(added) => addPhotographs(id, added)}
      />
      <div role="status" className="grid gap-1 text-sm empty:hidden">
        {notes.map((note) => (
          <p key={note} className="wrap-anywhere text-danger">
            {note}
          </p>
        ))}
        {isPreparing && <p>{`Preparing ${prepared + 1} of ${chosen.length}...`}</p>}
        {!isPreparing && chosen.length > 0 && <p>{`Uploaded: ${uploaded} of ${photographs.length}`}</p>}
      </div>
      {photographs.length > 0 && (
        <SortableList
          label="Photographs"
          items={photographs}
          onMove={(from, to) => {
            const moved = photographs[from]?.id
            const move = (to: number) => {
              change(id, (was) => {
                const at = was.photographs.findIndex((one) => one.id === moved)
                return at < 0 ? was : { ...was, photographs: withMoved(was.photographs, at, to) }
              })
              save(id)
            }
            move(to)
            toast.success(texts.ordered, {
              id: 'photographs-ordered',
              action: { label: 'Undo', onClick: () => move(from) },
            })
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
