import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { useLocation, useSearchParams } from 'react-router-dom'
import * as v from 'valibot'
import { ErrorPanel } from '@/admin/components/error-panel'
import { SmallButton } from '@/admin/components/small-button'
import { portfolioQuery } from '@/admin/data/projects'
import { adminMessages } from '@/admin/words/messages'
import { outbox } from '@/storage/outbox'
import { NoProject, type OnOpen, ProjectForm } from './project-form'
import { ProjectList } from './project-list'
import type { HeroSetter } from './project-row'
import { begunHere, useProject } from './project-state'
import { isStuck, titleOf } from './unsent'
import { subscribe } from './work'

const texts = adminMessages.media.projects

type OpenProps = { onOpen: OnOpen }

function Project({ id, onOpen }: OpenProps & { id: string }) {
  const { state } = useLocation()
  const isNew = state?.isNew === true
  const { project, isNone, query } = useProject(id, isNew)
  const isStored = (project?.row.version ?? 0) > 0
  const forget = useEffectEvent(() => onOpen(id, { replace: true }))
  useEffect(() => {
    // From now on, the project of this address is fetched like any other.
    if (isNew && isStored) forget()
  }, [isNew, isStored])
  if (isNone) return <NoProject onOpen={onOpen} />
  if (project) return <ProjectForm project={project} onOpen={onOpen} />
  if (query.error) return <ErrorPanel title={texts.failed} error={query.error} query={query} />
  return <p role="status">{texts.loading}</p>
}

function Stuck({ onOpen }: OpenProps) {
  const ids = useSyncExternalStore(subscribe, () => outbox.projects().filter(isStuck).join())
  if (ids === '') return null
  return (
    <section
      aria-labelledby="stuck-projects"
      className="grid gap-3 rounded-card border border-made/60 bg-gravel/20 p-4"
    >
      <h2 id="stuck-projects" className="text-base">
        {texts.stuck}
      </h2>
      <p className="text-sm">{texts.stuckText}</p>
      <div className="flex flex-wrap gap-2">
        {ids.split(',').map((id) => (
          <SmallButton key={id} onClick={() => onOpen(id)}>
            {`Open “${titleOf(id)}”`}
          </SmallButton>
        ))}
      </div>
    </section>
  )
}

type PortfolioProps = OpenProps & { hero: HeroSetter; from: string | undefined }

function Portfolio({ hero, from, onOpen }: PortfolioProps) {
  const query = useQuery(portfolioQuery)
  if (query.data) return <ProjectList cards={query.data} hero={hero} from={from} onOpen={onOpen} />
  if (query.error) return <ErrorPanel title={texts.failed} error={query.error} query={query} />
  return <p role="status">{texts.loading}</p>
}

/** The portfolio, built-in projects and the owner's own, or the form of one of them. */
export default function ProjectsPanel({ hero }: { hero: HeroSetter }) {
  const [search, setSearch] = useSearchParams()
  const id = search.get('project')
  const [from, setFrom] = useState<string>()
  const open: OnOpen = (project, { isNew, replace = false } = {}) => {
    if (project && isNew) begunHere.add(project)
    if (!project) setFrom(id ?? undefined)
    setSearch(
      { section: 'media', tab: 'projects', ...(project && { project }) },
      { preventScrollReset: true, replace, state: isNew ? { isNew } : null },
    )
  }
  return (
    <div className="grid grid-cols-1 gap-6">
      {v.is(v.pipe(v.string(), v.uuid()), id) ? (
        <Project key={id} id={id} onOpen={open} />
      ) : (
        <>
          <Stuck onOpen={open} />
          <Portfolio hero={hero} from={from} onOpen={open} />
        </>
      )}
    </div>
  )
}
