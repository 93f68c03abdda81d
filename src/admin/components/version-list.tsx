import type { ReactNode } from 'react'
import { formatDateTime } from '@/admin/text/format-date'
import { adminErrorText, adminMessages, capitalise, pluralise } from '@/admin/text/messages'
import { isAppError } from '@/lib/errors'
import { Badge } from './badge'
import { Card } from './card'
import { type Confirmation, confirm } from './confirm'
import { SmallButton } from './small-button'
import { textLinkClass } from './text-link'

const texts = adminMessages.media.versions

/** `files` has all server files, none for a bundled picture. */
type Picture = { id: string; kind?: 'video' | undefined; name: string; thumb: ReactNode; files: string[] }

/** `what` is the action, as in 'hidden'. */
export type Version = {
  id: number
  what: string
  who: string
  when: string
  isShown: boolean
  changes: string
  pictures: readonly Picture[]
  /** Number of pictures permanently deleted since. */
  deleted: number
  actions: ReactNode
}

type VersionListProps = {
  label: string
  versions: readonly Version[]
  deletion: (files: string[]) => Pick<Confirmation, 'action' | 'refetches'>
}

export function VersionList({ label, versions, deletion }: VersionListProps) {
  const listFiles = (list: readonly Version[]) => list.flatMap(({ pictures }) => pictures.flatMap(({ files }) => files))
  const shown = listFiles(versions.filter(({ isShown }) => isShown))
  const deletePicture = ({ kind, name, files }: Picture) =>
    confirm({
      title: texts.deleteQuestion(kind ?? 'picture', name),
      description: texts.permanentlyDelete,
      confirmLabel: 'Delete permanently',
      done: texts.deletedForGood,
      ...deletion(files),
      explain: (error) => (isAppError(error, 'conflict') ? texts.isShownElsewhere : adminErrorText(error)),
    })
  const renderPicture = (picture: Picture) => {
    const { id, name, thumb, files } = picture
    return (
      <li key={id} className="grid content-start justify-items-center gap-1">
        {thumb}
        {files.some((file) => shown.includes(file)) && (
          <span className="py-1.5 text-concrete-600">{texts.isShown}</span>
        )}
        {files.length > 0 && !files.some((file) => shown.includes(file)) && (
          <SmallButton variant="destructive" about={name} onClick={() => void deletePicture(picture)}>
            Delete permanently
          </SmallButton>
        )}
      </li>
    )
  }
  return (
    <Card as="ol" aria-label={label} className="divide-y divide-concrete-200 empty:hidden">
      {versions.map(({ id, what, who, when, isShown, changes, pictures, deleted, actions }) => (
        <li key={id} className="grid gap-3 p-4 text-sm sm:grid-cols-[minmax(0,1fr)_auto] sm:items-start">
          <div className="grid min-w-0 gap-2 text-concrete-700">
            <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-ink">
              <span className="wrap-anywhere">
                <strong className="font-semibold">{capitalise(what)}</strong>
                <span>{who ? ` by ${who},` : ','}</span>{' '}
                <time dateTime={when} className="whitespace-nowrap">
                  {formatDateTime(when)}
                </time>
              </span>
              {isShown && <Badge tone="good">Live</Badge>}
            </p>
            {changes && <p className="wrap-anywhere">{changes}</p>}
            {deleted > 0 && <p>{texts.picturesDeleted(deleted)}</p>}
          </div>
          {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
          {pictures.length > 0 && (
            <details className="sm:col-span-2">
              <summary className={`${textLinkClass} w-fit cursor-pointer font-semibold pointer-coarse:py-2.5`}>
                {pluralise(pictures.length, 'picture')}
              </summary>
              <ul className="grid grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))] gap-3 pt-3">
                {pictures.map(renderPicture)}
              </ul>
            </details>
          )}
        </li>
      ))}
    </Card>
  )
}
