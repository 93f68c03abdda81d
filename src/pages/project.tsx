import { memo, useEffect } from 'react'
import { type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router-dom'
import { CallToAction } from '@/components/layout/call-to-action'
import { NotFoundNotice } from '@/components/layout/nothing-here'
import { PageHeader } from '@/components/layout/page-header'
import type { PageHandle } from '@/components/layout/seo'
import { Button } from '@/components/ui/button'
import { useFrozenWhileRead } from '@/components/ui/use-frozen-while-read'
import { Unbroken } from '@/components/unbroken'
import type { Project } from '@/domain/project'
import { AdjacentProjects } from '@/features/projects/adjacent-projects'
import { DrawingSheet } from '@/features/projects/drawing-sheet'
import { Stages } from '@/features/projects/stages'
import { isAppError } from '@/lib/errors'
import { paths } from '@/paths'
import { getAdjacentProjects, loadProject } from '@/published/load-project'

type Shown = Project & { readonly beside?: ReturnType<typeof getAdjacentProjects> }
/** `unknown`: not in the build, and the server wasn't reached. */
type Found = Shown | null | 'unknown'

export const loader = async ({ params }: LoaderFunctionArgs): Promise<Found> => {
  try {
    const project = await loadProject(params.projectId ?? '')
    return project && { ...project, beside: getAdjacentProjects(project) }
  } catch (cause) {
    if (isAppError(cause, 'unexpected')) return 'unknown'
    throw cause
  }
}

export const handle: PageHandle<Found> = {
  isPublished: true,
  meta: (project) =>
    project && project !== 'unknown'
      ? { title: project.title, description: project.summary, path: paths.project.href(project.id) }
      : {
          title: 'Project Not Found',
          description: 'This project doesn’t exist.',
          path: paths.projects.href,
          hidden: true,
        },
}

function NotFound({ isUnknown }: { isUnknown: boolean }) {
  const { revalidate, state } = useRevalidator()
  // The pressed button disappears with its focus.
  useEffect(
    () => () =>
      void setTimeout(() => document.activeElement === document.body && document.querySelector('h1')?.focus()),
    [],
  )
  return (
    <NotFoundNotice
      title="Project Not Found"
      back={{ to: paths.projects.href, label: 'Back to Projects' }}
      action={
        isUnknown && (
          <Button variant="outline" onClick={() => void (state === 'idle' && revalidate())}>
            Try again
          </Button>
        )
      }
    >
      {`The project you're looking for doesn't exist or has been removed.${
        isUnknown ? ' We couldn’t reach the server, so it may be a new project. Please try again.' : ''
      }`}
    </NotFoundNotice>
  )
}

export function Component() {
  const found = useLoaderData<Found>()
  if (!found || found === 'unknown') return <NotFound isUnknown={found === 'unknown'} />
  return <ProjectView key={found.id} newest={found} />
}

// Each step of a navigation renders the route.
const ProjectView = memo(({ newest }: { newest: Shown }) => {
  const project = useFrozenWhileRead(newest, () => window.scrollY > 0)
  return (
    // Owners may write words longer than a line.
    <div className="wrap-anywhere">
      <PageHeader title={project.title} back={{ to: paths.projects.href, label: 'Back to Projects' }} />
      <div className="page-width">
        <DrawingSheet project={project} />
        <div className="grid gap-x-16 gap-y-12 py-20 lg:grid-cols-[2fr_1fr] lg:py-28">
          <section>
            <h2 className="text-3xl">Project Overview</h2>
            {project.description.map((paragraph, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs may repeat and don't move.
              <p key={index} className="mt-5 max-w-prose text-lg">
                {paragraph}
              </p>
            ))}
          </section>
          <section>
            <h2 className="eyebrow">Project Summary</h2>
            <p key={project.summary} className="mt-4 font-display text-2xl leading-snug font-semibold">
              <Unbroken text={project.summary} />
            </p>
          </section>
        </div>
      </div>
      <Stages images={project.images} />
      <AdjacentProjects {...newest.beside} />
      <CallToAction />
    </div>
  )
})
