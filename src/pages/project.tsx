import { type LoaderFunctionArgs, useLoaderData } from 'react-router-dom'
import { CallToAction } from '@/components/layout/call-to-action'
import { NothingHere } from '@/components/layout/nothing-here'
import { PageHeader } from '@/components/layout/page-header'
import type { PageHandle } from '@/components/layout/seo'
import { loadProject } from '@/content/projects'
import type { Project } from '@/domain/project'
import { DrawingSheet } from '@/features/projects/drawing-sheet'
import { Stages } from '@/features/projects/stages'
import { paths } from '@/paths'

// Prefetched, it has no request.
export const loader = ({ params, request }: LoaderFunctionArgs): Promise<Project | null> =>
  loadProject(params.projectId ?? '', request?.signal)

export const handle: PageHandle<Project | null> = {
  meta: (project) =>
    project
      ? { title: project.title, description: project.summary, path: paths.project.href(project.id) }
      : {
          title: 'Project Not Found',
          description: 'This project does not exist.',
          path: paths.projects.href,
          hidden: true,
        },
}

export function Component() {
  const project = useLoaderData<Project | null>()
  if (!project)
    return (
      <NothingHere title="Project Not Found" back={{ to: paths.projects.href, label: 'Back to Projects' }}>
        The project you're looking for doesn't exist or has been removed.
      </NothingHere>
    )
  return (
    // Owners write what they like, such as words longer than a line.
    <div className="wrap-anywhere">
      <PageHeader title={project.title} back={{ to: paths.projects.href, label: 'Back to Projects' }} />
      <div className="page-width">
        <DrawingSheet project={project} />
        <div className="grid gap-x-16 gap-y-12 py-20 lg:grid-cols-[2fr_1fr] lg:py-28">
          <section>
            <h2 className="text-3xl">Project Overview</h2>
            {project.description.map((paragraph, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: an owner may write the same twice, and nothing moves.
              <p key={index} className="mt-5 max-w-prose text-lg">
                {paragraph}
              </p>
            ))}
          </section>
          <section>
            <h2 className="eyebrow">Project Summary</h2>
            <p className="mt-4 font-display text-2xl leading-snug font-semibold">{project.summary}</p>
          </section>
        </div>
      </div>
      {/* The key gives each project a gallery state of its own. */}
      <Stages key={project.id} images={project.images} />
      <CallToAction />
    </div>
  )
}
