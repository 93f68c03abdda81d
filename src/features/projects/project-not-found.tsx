import { Link } from 'react-router-dom'
import { Seo } from '@/components/layout/seo'
import { buttonClass } from '@/components/ui/button'
import { paths } from '@/paths'

/** The page for a project that does not exist. */
export function ProjectNotFound() {
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
