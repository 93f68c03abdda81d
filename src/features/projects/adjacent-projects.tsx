import { Link } from '@/components/link'
import { Picture } from '@/components/picture'
import type { AdjacentProject } from '@/domain/project'
import { paths } from '@/paths'

type AdjacentProjectsProps = { previous?: AdjacentProject | undefined; next?: AdjacentProject | undefined }

export function AdjacentProjects({ previous, next }: AdjacentProjectsProps) {
  const link = (label: string, project: AdjacentProject | undefined, side: string) =>
    project && (
      <Link to={paths.project.href(project.id)} className={`group block lg:flex lg:items-center lg:gap-6 ${side}`}>
        <Picture
          image={project.image}
          alt=""
          sizes="(min-width: 64rem) 11rem, calc(46vw - 1rem)"
          className="aspect-[4/3] w-full rounded-card object-cover lg:w-44"
        />
        <span className="mt-3 block">
          <span className="block text-sm text-concrete-600">{`${label} project`}</span>{' '}
          <span className="mt-1 block text-balance font-display font-semibold leading-snug underline-offset-4 group-hover:underline lg:text-xl">
            {project.title}
          </span>
        </span>
      </Link>
    )
  return (
    (previous || next) && (
      <nav aria-label="Other projects" className="border-t border-concrete-200">
        <div className="page-width grid grid-cols-2 gap-x-4 py-10 md:gap-x-8 lg:py-14">
          {link('Previous', previous, '')}
          {link('Next', next, 'col-start-2 lg:flex-row-reverse lg:text-right')}
        </div>
      </nav>
    )
  )
}
