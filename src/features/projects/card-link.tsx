import { useEffect, useRef, useState } from 'react'
import { Link } from '@/components/link'
import { Picture } from '@/components/picture'
import { buttonClass } from '@/components/ui/button'
import { Unbroken } from '@/components/unbroken'
import type { ProjectCard } from '@/domain/project'
import { cn } from '@/lib/cn'
import { paths } from '@/paths'
import { CARD_SIZES } from './card-grid'
import { useCrossesMiddle } from './use-crosses-middle'

const picture = 'aspect-[4/3] w-full object-cover'

/** A project in the list; on hover, focus or scrolling, its image fades to what was built. */
export function CardLink({ project, priority }: { project: ProjectCard; priority: boolean }) {
  const { after } = project
  const card = useRef<HTMLElement>(null)
  const frame = useRef<HTMLDivElement>(null)
  const crossesMiddle = useCrossesMiddle(frame)
  const [isWanted, setWanted] = useState(false)
  const [isDecoded, setDecoded] = useState(false)
  if (crossesMiddle && !isWanted) setWanted(true)
  // Pointer and focus may have come before hydration.
  useEffect(() => setWanted(Boolean(card.current?.matches(':hover, :has(:focus-visible)'))), [])
  return (
    <article
      ref={card}
      onPointerEnter={({ pointerType }) => pointerType !== 'touch' && setWanted(true)}
      onFocus={({ target }) => target.matches(':focus-visible') && setWanted(true)}
      className="group relative flex h-full flex-col items-start wrap-anywhere"
    >
      <div ref={frame} className="relative w-full overflow-hidden rounded-card">
        <Picture
          image={project.image}
          sizes={CARD_SIZES}
          priority={priority}
          className={cn(picture, !after && 'transition-transform duration-200 group-hover:scale-[1.02]')}
        />
        {after && isWanted && (
          <Picture
            image={after}
            sizes={CARD_SIZES}
            priority
            onLoad={({ currentTarget }) => {
              currentTarget.decode().then(
                () => setDecoded(true),
                () => {},
              )
            }}
            className={cn(
              picture,
              'absolute inset-0 opacity-0 transition-opacity duration-240',
              isDecoded && 'group-hover:opacity-100 group-focus-within:opacity-100',
              isDecoded && crossesMiddle && 'opacity-100',
            )}
          />
        )}
      </div>
      <h2 className="mt-5 text-2xl">{project.title}</h2>
      <p className="mt-2 line-clamp-2 text-concrete-700">
        <Unbroken text={project.summary} />
      </p>
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
