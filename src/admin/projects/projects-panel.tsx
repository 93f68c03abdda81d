import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { useSearchParams } from 'react-router-dom'
import * as v from 'valibot'
import { QueryView } from '@/admin/components/query-view'
import { SmallButton } from '@/admin/components/small-button'
import { portfolioQuery } from '@/admin/data/projects'
import { adminMessages } from '@/admin/text/messages'
import { NEW_PROJECT, NoProject, type OnOpen, ProjectForm } from './project-form'
import { ProjectList } from './project-list'
import type { HeroSetter } from './project-row'
import { projectEditors } from './sync/editor'
import { useProject } from './use-project'

const texts = adminMessages.media.projects

type OpenProps = { onOpen: OnOpen }

function Project({ id, isNew, onOpen }: OpenProps & { id: string; isNew: boolean }) {
  const { project, isNone, query } = useProject(id, isNew)
  const isBegun = Object.keys(project?.changes ?? {}).length > 0
  const leaveNewAddress = useEffectEvent(() => {
    // Without a cached row, "Loading" would replace the form.
    projectEditors.get(id).setRow({})
    onOpen(id, { replace: true })
  })
  useEffect(() => {
    if (isNew && isBegun) leaveNewAddress()
  }, [isNew, isBegun])
  if (isNone) return <NoProject onOpen={onOpen} />
  return (
    <QueryView query={{ ...query, data: project }} failed={texts.failed} loading={texts.loading}>
      {(data) => <ProjectForm project={data} onOpen={onOpen} />}
    </QueryView>
  )
}

// Keeps a new project's id when the URL changes from `new` to it.
const useProjectId = (requested: string | null): string | undefined => {
  const isNew = requested === NEW_PROJECT
  const [newId, setNewId] = useState(() => crypto.randomUUID())
  const [wasNew, setWasNew] = useState(isNew)
  if (isNew !== wasNew) {
    setWasNew(isNew)
    if (isNew) setNewId(crypto.randomUUID())
  }
  if (isNew) return newId
  return v.is(v.pipe(v.string(), v.uuid()), requested) ? requested : undefined
}

const listBlocked = () =>
  projectEditors
    .listActive()
    .filter(({ isPending, isBlocked }) => isPending && isBlocked)
    .map(({ id }) => id)
    .join()

function Stuck({ onOpen }: OpenProps) {
  const ids = useSyncExternalStore(projectEditors.subscribe, listBlocked)
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
            {`Open “${projectEditors.get(id).title}”`}
          </SmallButton>
        ))}
      </div>
    </section>
  )
}

type PortfolioProps = OpenProps & { hero: HeroSetter; from: string | undefined }

function Portfolio({ hero, from, onOpen }: PortfolioProps) {
  return (
    <QueryView query={useQuery(portfolioQuery)} failed={texts.failed} loading={texts.loading}>
      {(cards) => <ProjectList cards={cards} hero={hero} from={from} onOpen={onOpen} />}
    </QueryView>
  )
}

/** Shows the portfolio or the project in the URL. */
export default function ProjectsPanel({ hero }: { hero: HeroSetter }) {
  const [search, setSearch] = useSearchParams()
  const asked = search.get('project')
  const id = useProjectId(asked)
  const [from, setFrom] = useState<string>()
  const open: OnOpen = (project, { replace = false } = {}) => {
    if (!project) setFrom(id)
    setSearch({ section: 'media', tab: 'projects', ...(project && { project }) }, { preventScrollReset: true, replace })
  }
  return (
    <div className="grid grid-cols-1 gap-6">
      {id ? (
        <Project key={id} id={id} isNew={asked === NEW_PROJECT} onOpen={open} />
      ) : (
        <>
          <Stuck onOpen={open} />
          <Portfolio hero={hero} from={from} onOpen={open} />
        </>
      )}
    </div>
  )
}
