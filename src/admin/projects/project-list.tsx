import { Plus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Card, cardClass } from '@/admin/components/card'
import { confirm } from '@/admin/components/confirm'
import { ErrorPanel } from '@/admin/components/error-panel'
import { keepFocus } from '@/admin/components/keep-focus'
import { SectionHeader } from '@/admin/components/section-header'
import { SmallButton } from '@/admin/components/small-button'
import { SortableList } from '@/admin/components/sortable'
import { type PortfolioCard, type PortfolioEntry, projectMutations, toPortfolioEntries } from '@/admin/data/projects'
import { publicChange, useContentMutation } from '@/admin/data/use-public-change'
import { formatDateTime } from '@/admin/text/format-date'
import { adminMessages, pluralise } from '@/admin/text/messages'
import { toast } from '@/components/ui/toast'
import { moveItem } from '@/domain/media-upload'
import { NEW_PROJECT, type OnOpen } from './project-form'
import { ActionButtons, type HeroSetter, ProjectRow, type RowAction } from './project-row'
import { EarlierVersions } from './versions'

const texts = adminMessages.media.projects

const permanentDeletion = { label: 'Delete permanently', variant: 'destructive' } as const

const replacedPictures: RowAction = {
  ...permanentDeletion,
  call: projectMutations.deleteReplacedPictures,
  title: 'Permanently delete replaced pictures?',
  question: `This deletes every replaced picture and video that no earlier version or publication uses. ${texts.gaps}`,
  done: texts.replacedDeleted,
}

const actionsOfDeleted = ({ id, title }: PortfolioCard): readonly RowAction[] => [
  { call: () => projectMutations.restore(id), label: 'Restore', variant: 'outline', done: texts.restored(title) },
  {
    ...permanentDeletion,
    call: () => projectMutations.permanentlyDelete(id),
    title: 'Permanently delete this project?',
    question: `“${title}”, its earlier versions and their photos will be deleted now instead of after 30 days. ${texts.gaps}`,
    done: texts.deletedForGood(title),
  },
]

type DeletedProps = {
  projects: readonly PortfolioCard[]
  busy: boolean
  onAction: (action: RowAction) => void
  onVersions: (id: string) => void
}

function Deleted({ projects, busy, onAction, onVersions }: DeletedProps) {
  return (
    <section aria-labelledby="deleted-projects" className="grid gap-3">
      <h3 id="deleted-projects" className="text-base">
        Deleted in the last 30 days
      </h3>
      <Card as="ul" className="divide-y divide-concrete-200">
        {projects.map((card) => (
          <li key={card.id} className="flex flex-wrap items-center justify-between gap-3 px-4 py-3 text-sm">
            <p className="wrap-anywhere min-w-0">
              <bdi className="font-semibold">{card.title || 'Untitled project'}</bdi>, deleted{' '}
              {formatDateTime(card.deleted_at ?? '')}
            </p>
            <div className="flex flex-wrap gap-2">
              <SmallButton variant="ghost" about={card.title} onClick={() => onVersions(card.id)}>
                Earlier versions
              </SmallButton>
              <ActionButtons actions={actionsOfDeleted(card)} about={card.title} busy={busy} onAction={onAction} />
            </div>
          </li>
        ))}
      </Card>
    </section>
  )
}

type Move = { order: readonly PortfolioEntry[]; previous?: readonly PortfolioEntry[] }

type ProjectListProps = {
  cards: readonly PortfolioCard[]
  hero: HeroSetter
  /** Project whose row gets the focus. */
  from: string | undefined
  onOpen: OnOpen
}

export function ProjectList({ cards, hero, from, onOpen }: ProjectListProps) {
  const [looked, setLooked] = useState<string>()
  const list = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the list comes.
  useEffect(() => {
    if (!from || document.activeElement !== document.body) return
    const control = list.current?.querySelector<HTMLElement>(`[data-project="${from}"] button`)
    const target = control ?? list.current?.querySelector<HTMLElement>('button')
    target?.focus()
  }, [])
  const change = useContentMutation(
    ({ call }: RowAction) => call(),
    ({ done }) => void toast.success(done),
  )
  const ordering = useContentMutation(
    ({ order }: Move) => projectMutations.order(order),
    ({ previous }) => {
      const undo = previous && (() => void ordering.mutate({ order: previous }))
      // Sonner is still removing the toast with the first id.
      toast.success(texts.ordered, { id: undo ? 'projects-ordered' : 'projects-order-undone', undo })
    },
  )
  const stored = toPortfolioEntries(cards)
  const { isPending, variables } = ordering
  const entries = (isPending ? variables.order : stored).flatMap(
    ({ id }) => stored.find((entry) => entry.id === id) ?? [],
  )
  const deleted = cards.filter((card) => card.deleted_at)
  const isLooked = ({ id }: { id: string }) => id === looked
  const entry = stored.find(isLooked)
  const gone = deleted.find(isLooked)
  const project = entry ?? (gone && { ...gone, status: 'draft' as const })
  const run = async (action: RowAction) => {
    const { call, label, done, question, title = `${label} this project?`, tone = 'destructive' } = action
    change.reset()
    if (!question) await change.mutate(action)
    else await confirm({ title, description: question, confirmLabel: label, tone, done, ...publicChange(call) })
  }
  const onAction = (action: RowAction) => void keepFocus(() => run(action))
  return (
    <div ref={list} className="grid grid-cols-1 gap-6">
      <SectionHeader
        title="Projects"
        description={`${pluralise(entries.length, 'project')}, in the order visitors see them. Drag them by the handle or use the arrows.`}
        actions={
          <SmallButton variant="default" Icon={Plus} onClick={() => onOpen(NEW_PROJECT)}>
            Add project
          </SmallButton>
        }
      />
      {ordering.error && <ErrorPanel title={texts.notOrdered} error={ordering.error} />}
      {change.error && <ErrorPanel title={texts.notChanged} error={change.error} />}
      <SortableList
        label="Projects"
        items={entries.map((entry) => ({ ...entry, name: entry.title }))}
        onMove={(from, to) => {
          if (!isPending) void ordering.mutate({ order: moveItem(entries, from, to), previous: entries })
          return !isPending
        }}
        className="grid grid-cols-1 gap-3"
        farClassName={`${cardClass} h-[226px] p-3 [content-visibility:auto] sm:h-[166px] sm:p-4 lg:h-[118px]`}
        itemClassName={`${cardClass} grid grid-cols-1 gap-3 p-3 sm:p-4 lg:grid-cols-[minmax(0,1fr)_auto] lg:items-center`}
      >
        {(entry, _, { controls }) => (
          <ProjectRow
            entry={entry}
            controls={controls}
            hero={hero}
            busy={change.isPending}
            onOpen={() => onOpen(entry.id)}
            onAction={onAction}
            onVersions={() => setLooked(entry.id)}
          />
        )}
      </SortableList>
      {deleted.length > 0 && (
        <Deleted projects={deleted} busy={change.isPending} onAction={onAction} onVersions={setLooked} />
      )}
      <section aria-labelledby="replaced-pictures" className="grid gap-3">
        <h3 id="replaced-pictures" className="text-base">
          Replaced pictures
        </h3>
        <Card className="flex flex-wrap items-center justify-between gap-3 px-4 py-3 text-sm">
          <p className="min-w-0 grow basis-80 text-concrete-700">{texts.replaced}</p>
          <ActionButtons
            actions={[replacedPictures]}
            about="replaced pictures"
            busy={change.isPending}
            onAction={onAction}
          />
        </Card>
      </section>
      {project && (
        <EarlierVersions
          project={project}
          hasDraft={entry?.custom !== undefined}
          onClose={() => setLooked(undefined)}
        />
      )}
    </div>
  )
}
