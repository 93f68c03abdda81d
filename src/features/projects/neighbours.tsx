import { Link } from '@/components/link'
import { Picture } from '@/components/picture'
import type { Neighbour } from '@/domain/project'
import { cn } from '@/lib/cn'
import { paths } from '@/paths'

const SIZES = '(min-width: 64rem) 11rem, 46vw'
// The picture is never wider than 720 px.
const smallest = <Image extends Neighbour['image']>(image: Image): Image => ({
  ...image,
  widths: image.widths.slice(0, 2),
})

function Beside({ label, project, isNext = false }: { label: string; project: Neighbour; isNext?: boolean }) {
  return (
    <Link
      to={paths.project.href(project.id)}
      className={cn(
        'group block lg:flex lg:items-center lg:gap-6',
        isNext && 'col-start-2 lg:flex-row-reverse lg:text-right',
      )}
    >
      <Picture
        image={smallest(project.image)}
        alt=""
        sizes={SIZES}
        className="aspect-[4/3] w-full rounded-card object-cover lg:w-44"
      />
      <span className="mt-3 block">
        <span className="block text-sm text-concrete-600">{label}</span>{' '}
        <span className="mt-1 block text-balance font-display font-semibold leading-snug underline-offset-4 group-hover:underline lg:text-xl">
          {project.title}
        </span>
      </span>
    </Link>
  )
}

/** Links to the projects before and after one, in the owner's order. */
export function Neighbours({ previous, next }: { previous?: Neighbour | undefined; next?: Neighbour | undefined }) {
  if (!previous && !next) return null
  return (
    <nav aria-label="Other projects" className="border-t border-concrete-200">
      <div className="page-width grid grid-cols-2 gap-x-8 py-10 lg:py-14">
        {previous && <Beside label="Previous project" project={previous} />}
        {next && <Beside label="Next project" project={next} isNext />}
      </div>
    </nav>
  )
}
