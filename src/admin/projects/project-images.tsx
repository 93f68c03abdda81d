import { PROJECT_LIMITS } from '@contract/project'
import { Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { isTransient } from '@/admin/backend/errors'
import { cardClass } from '@/admin/components/card'
import { IconButton } from '@/admin/components/icon-button'
import { keepFocus } from '@/admin/components/keep-focus'
import { SmallButton } from '@/admin/components/small-button'
import { SortableList } from '@/admin/components/sortable'
import { textLinkClass } from '@/admin/components/text-link'
import { DropZone } from '@/admin/images/drop-zone'
import { FileThumb } from '@/admin/images/thumb'
import { adminErrorText, adminMessages } from '@/admin/text/messages'
import { TextArea, TextField } from '@/components/ui/field'
import { toast } from '@/components/ui/toast'
import { addPhotographs, checkFiles, removePhotograph } from './choose-photographs'
import { ConflictPrompt } from './conflicts'
import { listPhotos, type Photo, photoField, placesAfterMove } from './draft'
import { DraftField, type EditedProject } from './draft-field'
import { projectEditors } from './sync/editor'
import { outbox } from './sync/outbox'
import type { ProjectState } from './use-project'

const texts = adminMessages.media.projects.photograph
const [LEAST, MOST] = PROJECT_LIMITS.images
const marks = { cover: 'Cover', before: 'Before', after: 'After' } as const
type Mark = keyof typeof marks
const progressClass = 'text-concrete-600 text-sm'

const setMark = ({ id: project, draft: { pair } }: ProjectState, mark: Mark, id: string, isOn: boolean): void => {
  const editor = projectEditors.get(project)
  if (mark === 'cover') {
    editor.setField('cover', id)
    return
  }
  const other = mark === 'before' ? 'after' : 'before'
  const both = { ...pair, [mark]: isOn ? id : null, ...(pair[other] === id && { [other]: null }) }
  editor.setField('pair', { before: both.before, after: both.after })
}

type CardProps = EditedProject & { photograph: Photo; index: number; controls: ReactNode }

function Progress({ project, photograph }: Pick<CardProps, 'project' | 'photograph'>) {
  const { id: key, status, changes } = project
  const { id, name, picture } = photograph
  const field = photoField(id, 'picture')
  const rejection = status.rejected[field]
  const isUnsent = changes[field]?.files !== undefined
  const isMissing = rejection === 'media_missing'
  const isAway = !status.files[id] && !isUnsent && (!picture || isMissing)
  return (
    <>
      {rejection instanceof Error && (
        <div role="alert" className="grid justify-items-start gap-2 text-danger text-sm">
          <p>{isTransient(rejection) ? texts.uploadWaits : `${texts.notUploaded} ${adminErrorText(rejection)}`}</p>
          <SmallButton about={name} onClick={() => projectEditors.get(key).retryNow()}>
            Try again
          </SmallButton>
        </div>
      )}
      {!rejection && isUnsent && !project.conflicts[field] && <p className={progressClass}>Uploading...</p>}
      {status.files[id] && <p className={progressClass}>Processing...</p>}
      {isAway && <p className={progressClass}>{isMissing ? texts.missing : texts.elsewhere}</p>}
      {isAway && (
        <DropZone
          label={`Choose ${name} again`}
          accept="image/*"
          onFiles={(chosen) => void addPhotographs(key, chosen, id)}
        />
      )}
      <ConflictPrompt project={project} field={field} />
    </>
  )
}

function PhotographCard({ photograph, index, controls, ...form }: CardProps) {
  const { project } = form
  const { draft, status } = project
  const { id, name, alt, description, picture } = photograph
  const coverId = (draft.photographs[draft.cover ?? ''] ? draft.cover : null) ?? listPhotos(draft)[0]?.id
  const isOn = (mark: Mark) => (mark === 'cover' ? coverId : draft.pair[mark]) === id
  return (
    <>
      <div className="grid content-start gap-2">
        <FileThumb
          key={String(status.rejected[photoField(id, 'picture')])}
          blob={project.findBlob(picture?.files[0]) ?? status.files[id]}
          name={picture?.files[0]}
          onMissing={() => void checkFiles(project.id, picture?.files ?? [])}
          className="w-full"
        />
        <Progress project={project} photograph={photograph} />
      </div>
      <div className="grid min-w-0 gap-4">
        <DraftField {...form} field={photoField(id, 'alt')}>
          {(field) => (
            <TextArea
              {...field}
              label={`Photo ${index + 1} description`}
              hint={alt.trim() ? '' : texts.needed}
              rows={2}
            />
          )}
        </DraftField>
        <details open={description !== ''} className="group/caption">
          <summary className={`${textLinkClass} w-fit cursor-pointer font-semibold text-sm`}>Separate caption</summary>
          <div className="pt-3">
            <DraftField {...form} field={photoField(id, 'description')}>
              {(field) => (
                <TextField
                  {...field}
                  label={`Caption of photo ${index + 1}`}
                  hint={texts.caption}
                  optional
                  dir="auto"
                />
              )}
            </DraftField>
          </div>
        </details>
        <fieldset className="flex flex-wrap gap-x-5">
          <legend className="sr-only">{`Use of photo ${index + 1}`}</legend>
          {(Object.keys(marks) as Mark[]).map((mark) => (
            <label key={mark} className="flex min-h-11 cursor-pointer items-center gap-2">
              <input
                type={mark === 'cover' ? 'radio' : 'checkbox'}
                name={mark === 'cover' ? 'cover' : `${mark} ${index}`}
                checked={isOn(mark)}
                onChange={({ currentTarget }) => setMark(project, mark, id, currentTarget.checked)}
                className="size-5 accent-green-dark"
              />
              {marks[mark]}
            </label>
          ))}
        </fieldset>
        <div className="flex items-center">
          {controls}
          <IconButton
            Icon={Trash2}
            label={`Remove photo ${index + 1}, ${name}`}
            title="Remove"
            onClick={() =>
              void keepFocus(() => toast.success(texts.removed(name), { undo: removePhotograph(project.id, id) }))
            }
            className="ml-auto text-danger"
          />
        </div>
      </div>
    </>
  )
}

export function ProjectImages(props: EditedProject) {
  const { project, problems } = props
  const { id, draft, changes, conflicts, status } = project
  const photographs = listPhotos(draft)
  const preparing = Object.keys(status.files).length
  const waiting = photographs.filter((photograph) => changes[photoField(photograph.id, 'picture')]).length
  const uploaded = photographs.filter(({ picture }) => picture).length - waiting
  return (
    <section aria-labelledby="project-photographs" className="grid grid-cols-1 gap-4">
      <h3 id="project-photographs" className="text-base">
        Photos
      </h3>
      <DropZone
        label="Choose photos"
        hint={`${LEAST} to ${MOST} photos: JPG, PNG or WebP, up to 50 MB each. They’re scaled to at most 2,000 pixels, and camera data, including the location, is removed.`}
        accept="image/*"
        multiple
        disabled={photographs.length >= MOST}
        problem={problems.images ? { text: problems.images } : undefined}
        silent
        onFiles={(added) => void addPhotographs(id, added)}
      />
      <div role="status" className="grid gap-1 text-sm empty:hidden">
        {status.notes.map((note) => (
          <p key={note} className="wrap-anywhere text-danger">
            {note}
          </p>
        ))}
        {preparing > 0 && <p>{`Processing: ${preparing} of ${photographs.length}`}</p>}
        {preparing + waiting > 0 && <p>{`Uploaded: ${uploaded} of ${photographs.length}`}</p>}
      </div>
      <ConflictPrompt project={project} field="cover" />
      <ConflictPrompt project={project} field="pair" />
      {Object.keys(conflicts).map(
        (field) => conflicts[field] === 'removed' && <ConflictPrompt key={field} project={project} field={field} />,
      )}
      {photographs.length > 0 && (
        <SortableList
          label="Photos"
          items={photographs}
          onMove={(from, to) => {
            const places = placesAfterMove(photographs, from, to)
            const moved = photographs.filter((photograph) => photograph.id in places)
            for (const photograph of moved)
              projectEditors.get(id).setField(photoField(photograph.id, 'place'), places[photograph.id])
            const { owner } = outbox
            const undo = () => {
              if (outbox.owner !== owner) return
              for (const { id: photograph, place } of moved)
                projectEditors.get(id).setField(photoField(photograph, 'place'), place)
            }
            toast.success(texts.ordered, { id: 'photographs-ordered', undo })
            return true
          }}
          className="grid grid-cols-1 gap-3"
          itemClassName={`${cardClass} grid grid-cols-1 gap-4 p-3 sm:grid-cols-[12rem_minmax(0,1fr)] sm:p-4`}
        >
          {(photograph, index, { controls }) => (
            <PhotographCard {...props} photograph={photograph} index={index} controls={controls} />
          )}
        </SortableList>
      )}
    </section>
  )
}
