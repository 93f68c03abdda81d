import { keepPreviousData, skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { useBeforeUnload, useSearchParams } from 'react-router-dom'
import { ErrorPanel } from '@/admin/components/error-panel'
import { adminErrorText, adminMessages } from '@/admin/messages'
import { Link } from '@/components/link'
import { Alert, useFocusWhenShown } from '@/components/ui/alert'
import { isAppError } from '@/lib/errors'
import { paths } from '@/paths'
import { dropDraft, hasRefused } from './draft-store'
import { OneTab } from './one-tab'
import { ProjectForm } from './project-form'
import { ProjectList } from './project-list'
import { type Card, entriesOf, portfolioQuery, projectQuery } from './projects'
import { type Outcome, useSave } from './save-project'

const texts = adminMessages.media.projects
const { live } = adminMessages.media.publish

const problemOf = (error: unknown): string => {
  const { cause } = error as { cause?: { message?: string } | null }
  if (cause?.message?.includes('too_many')) return texts.tooMany
  if (isAppError(error, 'not-found')) return texts.photographGone
  return `${adminErrorText(error)} ${texts.stillHere}`
}

function Done({ outcome }: { outcome: Outcome }) {
  if (outcome.did !== 'publish') {
    const [title, text] = outcome.did === 'save' ? ['Saved.', texts.saved] : ['Cancelled.', texts.place.kept]
    return (
      <Alert tone="success" title={title}>
        {text}
      </Alert>
    )
  }
  return (
    <Alert tone="success" title="Published.">
      {live[outcome.build]}{' '}
      <Link to={paths.project.href(outcome.id)} target="_blank" className="font-semibold underline underline-offset-4">
        Look at {paths.project.href(outcome.id)}
        <span className="sr-only"> in a new tab</span>
      </Link>
    </Alert>
  )
}

function Opened(props: Omit<ComponentProps<typeof ProjectForm>, 'saved'>) {
  const { id, cards } = props
  const card = entriesOf(cards).find((entry) => entry.id === id)?.own
  const options = projectQuery(card ?? { id, version: 0 })
  // What was entered stays on the screen while the next version is read.
  const query = useQuery({ ...options, ...(!card && { queryFn: skipToken }), placeholderData: keepPreviousData })
  if (!card || query.data !== undefined) return <ProjectForm {...props} saved={(card && query.data) ?? undefined} />
  if (query.error) return <ErrorPanel title={texts.failed} error={query.error} query={query} />
  return <p role="status">{texts.loading}</p>
}

function Portfolio({ cards }: { cards: readonly Card[] }) {
  const queryClient = useQueryClient()
  const [search, setSearch] = useSearchParams()
  // The browser asks before it closes what lies in memory alone.
  useBeforeUnload((event) => hasRefused() && event.preventDefault())
  // A form that has been saved begins again with what the server has.
  const [round, setRound] = useState(0)
  const id = search.get('project')
  const shown = useRef(id)
  const isHeld = useRef(true)
  useEffect(() => {
    shown.current = id
    // Nothing opens for those who have left.
    return () => {
      shown.current = null
    }
  }, [id])
  const open = (project: string | undefined, replace = false) =>
    setSearch({ section: 'media', tab: 'projects', ...(project && { project }) }, { preventScrollReset: true, replace })
  const save = useSave(async (outcome, { key }) => {
    if (outcome.did === 'cancel') return
    await queryClient.prefetchQuery(projectQuery(outcome))
    // It is another tab's by now if that has taken it.
    if (isHeld.current) await dropDraft(key)
    setRound((before) => before + 1)
    // Whoever has gone on to another one stays there.
    if (shown.current === key) open(outcome.id, true)
  })
  const notice = useFocusWhenShown<HTMLDivElement>(save.error ?? save.data)
  const go = (project: string | undefined) => {
    if (!save.isPending) save.reset()
    open(project)
  }
  if (!id) return <ProjectList cards={cards} onOpen={go} />
  return (
    <div className="grid grid-cols-1 gap-6 max-sm:[&_button]:min-h-11">
      <div ref={notice} tabIndex={-1} className="scroll-mt-24 empty:hidden">
        {save.error ? (
          <ErrorPanel title={save.variables?.publishes ? texts.notPublished : texts.notSaved} error={save.error}>
            {problemOf(save.error)}
          </ErrorPanel>
        ) : (
          save.data && <Done outcome={save.data} />
        )}
      </div>
      <OneTab
        key={id}
        project={id}
        onHeld={(held) => {
          isHeld.current = held
          if (!held) save.cancel()
        }}
        onLeave={() => go(undefined)}
      >
        <Opened key={round} id={id} cards={cards} save={save} onClose={() => go(undefined)} />
      </OneTab>
    </div>
  )
}

/** The portfolio: built-in projects and the owner's own, in their order, and the form of one of them. */
export default function ProjectsPanel() {
  const { data: cards, error, refetch, isFetching } = useQuery(portfolioQuery)
  if (cards) return <Portfolio cards={cards} />
  if (error) return <ErrorPanel title={texts.failed} error={error} query={{ refetch, isFetching }} />
  return <p role="status">{texts.loading}</p>
}
