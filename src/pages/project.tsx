import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router-dom'
import { PageHeader } from '@/components/layout/page-header'
import { Seo } from '@/components/layout/seo'
import { Picture } from '@/components/picture'
import { buttonClass } from '@/components/ui/button'
import { loadProject } from '@/content/projects'
import { type Project, projectParagraphs } from '@/domain/project'
import { paths } from '@/paths'

/** Returns the project of the address, or null when there is none. */
export const loader = ({ params }: LoaderFunctionArgs): Promise<Project | null> => loadProject(params.projectId ?? '')

function ProjectNotFound() {
  return (
    <div className="page-width grid min-h-[60svh] content-center justify-items-start gap-5 py-20">
      <Seo title="Project Not Found" description="This project does not exist." path={paths.projects.href} hidden />
      <h1 tabIndex={-1} className="text-4xl md:text-6xl">
        Project Not Found
      </h1>
      <p className="text-lg text-concrete-700">The project you're looking for doesn't exist or has been removed.</p>
      <Link to={paths.projects.href} className={buttonClass({ variant: 'green' })}>
        Back to Projects
      </Link>
    </div>
  )
}

/** One project: what was built, where and when, and its stages in pictures. */
export function Component() {
  const project = useLoaderData<typeof loader>()
  if (!project) return <ProjectNotFound />
  const [first] = project.images
  return (
    <>
      <Seo title={project.title} description={project.summary} path={paths.project.href(project.id)} />
      <PageHeader title={project.title} back={{ to: paths.projects.href, label: 'Back to Projects' }} />
      <div className="page-width grid gap-12 pb-24 lg:grid-cols-[2fr_1fr]">
        <section>
          {first && (
            <Picture
              picture={first}
              sizes="(min-width: 64rem) 52rem, 90vw"
              priority
              className="aspect-[4/3] w-full rounded-card object-cover"
            />
          )}
          <h2 className="mt-10 text-2xl">Project Overview</h2>
          {projectParagraphs(project).map((paragraph) => (
            <p key={paragraph} className="mt-4 max-w-prose text-lg">
              {paragraph}
            </p>
          ))}
        </section>
        <dl className="grid content-start gap-6 border-t border-concrete-300 pt-6">
          <div>
            <dt className="eyebrow">Location</dt>
            <dd className="text-lg">{project.location}</dd>
          </div>
          <div>
            <dt className="eyebrow">Completion Date</dt>
            <dd className="text-lg tabular-nums">{project.completionDate}</dd>
          </div>
        </dl>
      </div>
    </>
  )
}
