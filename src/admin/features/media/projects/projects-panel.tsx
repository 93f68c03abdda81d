import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import * as v from 'valibot'
import { ErrorPanel } from '@/admin/components/error-panel'
import { adminMessages } from '@/admin/messages'
import { useOpened } from './opened'
import { ProjectForm } from './project-form'
import { ProjectList } from './project-list'
import { portfolioQuery } from './projects'

const texts = adminMessages.media.projects

type OpenProps = { onOpen: (id: string | undefined, replace?: boolean) => void }

function Project({ id, onOpen }: OpenProps & { id: string }) {
  const { opened, query } = useOpened(id)
  if (opened) return <ProjectForm {...{ id, opened, onOpen }} />
  if (query.error) return <ErrorPanel title={texts.failed} error={query.error} query={query} />
  return <p role="status">{texts.loading}</p>
}

function Portfolio({ onOpen }: OpenProps) {
  const query = useQuery(portfolioQuery)
  if (query.data) return <ProjectList cards={query.data} onOpen={onOpen} />
  if (query.error) return <ErrorPanel title={texts.failed} error={query.error} query={query} />
  return <p role="status">{texts.loading}</p>
}

/** The portfolio: built-in projects and the owner's own, in their order, or the form of one of them. */
export default function ProjectsPanel() {
  const [search, setSearch] = useSearchParams()
  const id = search.get('project')
  const open: OpenProps['onOpen'] = (project, replace = false) =>
    setSearch({ section: 'media', tab: 'projects', ...(project && { project }) }, { preventScrollReset: true, replace })
  // Whatever else an address names was never a project's key.
  if (!v.is(v.pipe(v.string(), v.uuid()), id)) return <Portfolio onOpen={open} />
  return (
    <div className="grid grid-cols-1 gap-6">
      <Project key={id} id={id} onOpen={open} />
    </div>
  )
}
