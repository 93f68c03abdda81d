import { StreetElevation } from '@/components/layout/street-elevation'
import { Link } from '@/components/link'
import { buttonClass } from '@/components/ui/button'
import { paths } from '@/paths'

/** The page for a project that does not exist. */
export function ProjectNotFound() {
  return (
    <div className="page-width grid min-h-[60svh] gap-x-16 lg:grid-cols-[1fr_1.1fr]">
      <div className="grid content-center justify-items-start gap-5 py-20">
        <h1 tabIndex={-1} className="text-4xl md:text-6xl">
          Project Not Found
        </h1>
        <p className="text-lg text-concrete-700">The project you're looking for doesn't exist or has been removed.</p>
        <Link to={paths.projects.href} className={buttonClass({ variant: 'green' })}>
          Back to Projects
        </Link>
      </div>
      <StreetElevation plot="empty" className="block w-full max-w-2xl self-end justify-self-end text-ink/55" />
    </div>
  )
}
