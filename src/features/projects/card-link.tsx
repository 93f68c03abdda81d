import { memo } from 'react'
import { Link } from '@/components/link'
import { Picture } from '@/components/picture'
import { buttonClass } from '@/components/ui/button'
import { Unbroken } from '@/components/unbroken'
import type { ProjectCard } from '@/domain/project'
import { paths } from '@/paths'
import { CARD_SIZES } from './card-grid'

const HALF_SIZES =
  '(min-width: 82rem) 12rem, (min-width: 64rem) calc(15.35vw - 0.67rem), (min-width: 48rem) calc(23vw - 0.5rem), min(46vw, 50vw - 1.25rem)'
const label = 'mt-2 text-sm text-concrete-600'

export const CardLink = memo(function CardLink({ project, priority }: { project: ProjectCard; priority: boolean }) {
  const { image, after } = project
  return (
    <article className="relative flex h-full flex-col items-start wrap-anywhere">
      {after ? (
        <div className="grid w-full grid-cols-2 gap-x-0.5">
          <figure>
            <Picture
              image={image}
              sizes={HALF_SIZES}
              priority={priority}
              className="aspect-[4/3] w-full rounded-l-card object-cover"
            />
            <figcaption className={label}>Before</figcaption>
          </figure>
          <figure>
            <Picture image={after} sizes={HALF_SIZES} className="aspect-[4/3] w-full rounded-r-card object-cover" />
            <figcaption className={label}>After</figcaption>
          </figure>
        </div>
      ) : (
        // As high as two pictures with labels.
        <Picture
          image={image}
          sizes={CARD_SIZES}
          priority={priority}
          className="aspect-[9/4] w-full rounded-card object-cover"
        />
      )}
      <h2 className="mt-5 text-2xl">{project.title}</h2>
      <p key={project.summary} className="mt-2 line-clamp-2 text-concrete-700">
        <Unbroken text={project.summary} />
      </p>
      <p className="mt-3 mb-5 font-display text-sm font-semibold text-concrete-600">{project.location}</p>
      <Link
        to={paths.project.href(project.id)}
        className={buttonClass({ variant: 'outline', className: 'mt-auto after:absolute after:inset-0' })}
      >
        View Project<span className="sr-only">{`: ${project.title}`}</span>
      </Link>
    </article>
  )
})
