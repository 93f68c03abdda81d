import { ArrowRight } from 'lucide-react'
import { memo, useRef, useState } from 'react'
import { useLoaderData } from 'react-router-dom'
import { CallToAction } from '@/components/layout/call-to-action'
import { BackLink } from '@/components/layout/page-header'
import type { PageHandle } from '@/components/layout/seo'
import { Link } from '@/components/link'
import gallery from '@/content/gallery/images.json'
import { site } from '@/content/site'
import type { ProjectCard } from '@/domain/project'
import { LivingNextDoor } from '@/features/neighbours/living-next-door'
import { CardGrid } from '@/features/projects/card-grid'
import { CardLink } from '@/features/projects/card-link'
import { CardSpace } from '@/features/projects/card-space'
import { ImageSection } from '@/features/projects/image-section'
import { ProjectMap } from '@/features/projects/project-map'
import { useLaterCards } from '@/features/projects/use-later-cards'
import { paths } from '@/paths'
import { builtList, type CardList, toCardList } from '@/published/cards'
import { freshSite } from '@/published/revalidate'

export const loader = (): CardList => {
  const newest = freshSite()?.cards
  return newest ? toCardList(newest) : builtList
}

export const handle: PageHandle = {
  isPublished: true,
  meta: {
    title: 'Our Projects',
    description: `Basements, underpinning and drainage in London by ${site.name}, shown stage by stage.`,
    path: paths.projects.href,
  },
}

export function Component() {
  return <Projects newest={useLoaderData<CardList>()} />
}

// Each step of a navigation renders the route.
const Projects = memo(({ newest }: { newest: CardList }) => {
  // New projects appear only with the next page view.
  const [list] = useState(newest)
  // Unpublished projects disappear immediately.
  const isThere = ({ id }: ProjectCard) => newest.ids?.has(id) ?? true
  return (
    <>
      <Cards list={list} isThere={isThere} />
      <ProjectMap projects={list.first.filter(isThere)} />
      <ImageSection id="photos" title="The work, piece by piece" images={gallery}>
        Plant, steel, concrete and water: what goes into every one of these basements.
      </ImageSection>
      <LivingNextDoor />
      <CallToAction />
    </>
  )
})

type CardsProps = { list: CardList; isThere: (card: ProjectCard) => boolean }

function Cards({ list: { first, later }, isThere }: CardsProps) {
  const grid = useRef<HTMLDivElement>(null)
  const { cards, left, load, isLoading, error, minHeight } = useLaterCards(later, grid)
  return (
    <div className="page-width pt-10 pb-20 lg:pt-16 lg:pb-28">
      <CardGrid ref={grid} count={first.length + (later?.count ?? 0)} head={<Head />} minHeight={minHeight}>
        <ul className="contents">
          {[...first, ...cards].filter(isThere).map((project) => (
            <li key={project.id}>
              <CardLink project={project} priority={project === first[0]} />
            </li>
          ))}
          {left > 0 && <CardSpace count={left} isLoading={isLoading} error={error} onLoad={() => void load()} />}
        </ul>
      </CardGrid>
      {later && (
        <Link
          to={paths.project.href(later.id)}
          className="mt-14 hidden items-center justify-between gap-4 font-display text-2xl font-semibold underline-offset-4 hover:underline noscript:flex"
        >
          Next project
          <ArrowRight aria-hidden className="size-6" />
        </Link>
      )}
    </div>
  )
}

function Head() {
  return (
    <header className="flex flex-col gap-5">
      <BackLink to={paths.home.href} label="Back to home" className="self-start" />
      <h1 tabIndex={-1} className="text-[2.5rem] md:text-6xl">
        Our Projects
      </h1>
      <p className="max-w-sm text-lg text-concrete-700">
        Basements, underpinning and drainage across London, each shown from the first trial pit to the finished room.
      </p>
    </header>
  )
}
