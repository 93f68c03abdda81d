import { queryOptions, useQuery } from '@tanstack/react-query'
import * as v from 'valibot'
import { ErrorPanel } from '@/admin/components/error-panel'
import { SmallButton } from '@/admin/components/small-button'
import { adminMessages } from '@/admin/messages'
import { toast } from '@/components/ui/toast'
import { latestProjects } from '@/content/projects/latest'
import { type ProjectImage, projectRecordId } from '@/domain/media'
import { MAX_PROJECT_IMAGES } from '@/domain/media-upload'
import { parsePortfolio } from '@/domain/own-project'
import type { ProjectCard } from '@/domain/project'
import { siteMediaUrl } from '@/lib/site-media'
import { parseResponse } from '@/lib/supabase-errors'
import { projectImages } from '@/storage/keys'
import { supabase } from '@/supabase'
import { Thumb } from '../publish/publication-parts'
import { restoreRecord } from '../saved-files'

const publishedProjects = queryOptions({
  queryKey: ['media', 'portfolio', 'published'],
  queryFn: async () => parsePortfolio(parseResponse(await supabase.rpc('portfolio'), v.unknown()), siteMediaUrl).own,
  staleTime: 0,
})

type Choice = Pick<ProjectCard, 'id' | 'title' | 'image'>

const MOST_OFFERED = 6

const add = ({ id, title, image }: Choice) => {
  const record = {
    id: projectRecordId(id),
    name: title,
    url: image.src,
    uploadDate: new Date().toLocaleDateString('en-GB'),
  }
  if (restoreRecord(projectImages, record, 0) !== 'written') return toast.error(adminMessages.media.notUpdated)
  toast.success(adminMessages.media.image.updated, { id: 'images-updated' })
  // The pressed button goes.
  document.getElementById('saved-images')?.focus()
}

/**
 * Offers projects that are not in `list`, the owner's newest first, once there is one of the owner's: a chosen one is put
 * first, as its picture and title, and leads to its page.
 */
export function ProjectPicker({ list }: { list: readonly ProjectImage[] }) {
  const query = useQuery(publishedProjects)
  const own: readonly Choice[] = query.data ?? []
  const offered = (own.length > 0 ? [...own, ...latestProjects] : [])
    .filter((project) => !list.some(({ id }) => id === projectRecordId(project.id)))
    .slice(0, MOST_OFFERED)
  if (query.error) return <ErrorPanel error={query.error} title="Your projects could not be loaded" query={query} />
  if (offered.length === 0 || list.length >= MAX_PROJECT_IMAGES) return null
  return (
    <section aria-labelledby="newest-projects" className="grid gap-3">
      <h2 id="newest-projects" className="font-semibold text-sm">
        Or choose a project, which visitors can open
      </h2>
      <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
        {offered.map((project) => (
          <li key={project.id} className="flex items-center gap-3">
            <Thumb src={project.image.src} />
            <div className="grid min-w-0 justify-items-start gap-1 text-sm">
              <p className="wrap-anywhere font-semibold">{project.title}</p>
              <SmallButton aria-label={`Choose ${project.title}`} onClick={() => add(project)}>
                Choose
              </SmallButton>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
