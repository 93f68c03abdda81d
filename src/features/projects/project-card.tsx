import { Link } from '@/components/link'
import { Picture } from '@/components/picture'
import { buttonClass } from '@/components/ui/button'
import type { ProjectCard as ProjectCardData } from '@/domain/project'
import { paths } from '@/paths'
import { CARD_SIZES } from './card-grid'

export function ProjectCard({ project, priority }: { project: ProjectCardData; priority: boolean }) {
  return (
    <article className="group relative flex h-full flex-col items-start">
      <div className="w-full overflow-hidden rounded-card">
        <Picture
          image={project.image}
          sizes={CARD_SIZES}
          priority={priority}
          className="aspect-[4/3] w-full object-cover transition-transform duration-200 group-hover:scale-[1.02]"
        />
      </div>
      <h2 className="mt-5 text-2xl">{project.title}</h2>
      <p className="mt-2 line-clamp-2 text-concrete-700">{project.summary}</p>
      <p className="mt-3 mb-5 font-display text-sm font-semibold text-concrete-600">{project.location}</p>
      <Link
        to={paths.project.href(project.id)}
        className={buttonClass({ variant: 'outline', className: 'mt-auto after:absolute after:inset-0' })}
      >
        View Project<span className="sr-only">: {project.title}</span>
      </Link>
    </article>
  )
}
