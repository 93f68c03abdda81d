import { Badge } from '@/admin/components/badge'
import { SmallButton } from '@/admin/components/small-button'
import { adminMessages } from '@/admin/messages'
import { Link } from '@/components/link'
import { builtInCards } from '@/content/projects'
import { paths } from '@/paths'
import { Thumb } from '../publish/publication-parts'
import { isSameContent } from './content'
import type { Change, Entry } from './projects'
import { FileThumb } from './thumb'

const texts = adminMessages.media.projects

const statuses = {
  published: { word: 'Published', tone: 'good' },
  draft: { word: 'Draft', tone: 'neutral' },
  hidden: { word: 'Hidden', tone: 'warning' },
} as const

/** A change of one project: what is asked first, if anything is, and what is said afterwards. */
export type Asked = { change: Change; label: string; done: string; question?: { title: string; text: string } }

const actionsOf = ({ id, title, status, own }: Entry): readonly Asked[] => {
  const set = (to: Entry['status']): Change => ({ do: 'set', id, status: to })
  const list: (Asked | false)[] = [
    status === 'hidden' && { change: set('published'), label: 'Show again', done: texts.shown(title) },
    !own && status === 'published' && { change: set('hidden'), label: 'Hide', done: texts.hidden(title) },
    own !== undefined &&
      status === 'published' && {
        change: set('draft'),
        label: 'Unpublish',
        done: texts.unpublished(title),
        question: {
          title: 'Unpublish this project?',
          text: `Visitors will no longer see “${title}”. It stays here as a draft.`,
        },
      },
    own !== undefined && {
      change: { do: 'delete', id },
      label: 'Delete',
      done: texts.deleted(title),
      question: {
        title: 'Delete this project?',
        text: `“${title}” will be deleted${status === 'published' ? ', and visitors will no longer see it' : ''}. You can restore it for 30 days.`,
      },
    },
  ]
  return list.filter((one) => one !== false)
}

function EntryThumb({ id, own }: Entry) {
  const className = 'w-24 sm:w-28'
  const image = own?.draft.images[own.draft.cover]
  if (own) return <FileThumb project={id} name={image?.files[0]} className={className} />
  const card = builtInCards.find((one) => one.id === id)
  return <Thumb src={card?.image.src} className={className} />
}

type FactsProps = { entry: Entry; isDraftHere: boolean }

/** What a project is: its cover, title, place and state. */
export function ProjectFacts({ entry, isDraftHere }: FactsProps) {
  const { title, place, status, own } = entry
  const { word, tone } = statuses[status]
  const isChanged = own && status === 'published' && !isSameContent(own.published, own.draft)
  return (
    <div className="flex min-w-0 flex-wrap gap-3">
      <EntryThumb {...entry} />
      <div className="wrap-anywhere grid min-w-0 grow basis-36 content-start gap-1">
        <h3 dir="auto" className="text-base leading-snug">
          {title}
        </h3>
        <p dir="auto" className="text-concrete-600 text-sm">
          {place}
        </p>
        <p className="flex flex-wrap gap-1.5">
          <Badge tone={tone}>{word}</Badge>
          {!own && <Badge>Built-in</Badge>}
          {isChanged && <Badge tone="warning">Unpublished changes</Badge>}
          {isDraftHere && <Badge tone="warning">Unsaved in this browser</Badge>}
        </p>
      </div>
    </div>
  )
}

type ActionsProps = { entry: Entry; busy: boolean; onOpen: () => void; onAsk: (asked: Asked) => void }

/** What can be done to a project, beside moving it. */
export function ProjectActions({ entry, busy, onOpen, onAsk }: ActionsProps) {
  const { id, title, status, own } = entry
  return (
    <div className="flex flex-wrap items-center gap-x-1 gap-y-2 sm:gap-x-2">
      {own && (
        <SmallButton onClick={onOpen} about={title}>
          Edit
        </SmallButton>
      )}
      {status === 'published' && (
        <Link
          to={paths.project.href(id)}
          target="_blank"
          className="inline-flex min-h-9 items-center px-2 font-semibold text-green-dark text-sm underline underline-offset-4 max-sm:min-h-11"
        >
          View<span className="sr-only"> {title} in a new tab</span>
        </Link>
      )}
      {actionsOf(entry).map((asked) => (
        <SmallButton
          key={asked.label}
          disabled={busy}
          variant={asked.change.do === 'delete' ? 'danger' : 'ghost'}
          about={title}
          onClick={() => onAsk(asked)}
        >
          {asked.label}
        </SmallButton>
      ))}
    </div>
  )
}
