import { ArrowRight } from 'lucide-react'
import { useRef, useState } from 'react'
import { useLoaderData } from 'react-router-dom'
import { CallToAction } from '@/components/layout/call-to-action'
import { BackLink } from '@/components/layout/page-header'
import type { PageHandle } from '@/components/layout/seo'
import { Link } from '@/components/link'
import gallery from '@/content/gallery/images.json'
import { site } from '@/content/site'
import { LivingNextDoor } from '@/features/neighbours/living-next-door'
import { CardGrid } from '@/features/projects/card-grid'
import { CardLink } from '@/features/projects/card-link'
import type { CardList } from '@/features/projects/card-parts'
import { CardSpace } from '@/features/projects/card-space'
import { ImageSection } from '@/features/projects/image-section'
import { ProjectMap } from '@/features/projects/project-map'
import { useCardList } from '@/features/projects/use-card-list'
import { paths } from '@/paths'
import { firstCards, laterCards } from '@/published/cards'
import { newestSite } from '@/published/newest'
import type { NewestSite } from '@/published/parse-newest'

const asBuilt: CardList = { first: firstCards, later: laterCards }

let newer: { readonly newest: NewestSite['cards'] } | undefined

/** Returns the same object for the same list, which `useCardList` relies on. */
export const loader = (): CardList => {
  const newest = newestSite()?.cards
  if (newest && newer?.newest !== newest) newer = { newest }
  return (newest && newer) ?? asBuilt
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
  const items = useRef<HTMLUListElement>(null)
  const { parts, fill } = useCardList(useLoaderData<CardList>(), items)
  const [first, second] = parts
  // The head keeps its width, and the map its list, when more cards come.
  const [{ count, onMap }] = useState(() => ({
    count: parts.reduce((sum, part) => sum + part.count, 0),
    onMap: first?.count,
  }))
  return (
    <>
      <div className="page-width pt-10 pb-20 lg:pt-16 lg:pb-28">
        <CardGrid count={count} head={<Head />}>
          <ul ref={items} className="contents">
            {parts.flatMap(
              (part) =>
                part.cards?.map((project) => (
                  <li key={project.id}>
                    <CardLink project={project} priority={project === first?.cards?.[0]} />
                  </li>
                )) ?? <CardSpace key={`space-${part.id}`} part={part} onLoad={(cards) => fill(part, cards)} />,
            )}
          </ul>
        </CardGrid>
        {second && (
          <Link
            to={paths.project.href(second.id)}
            className="mt-14 hidden items-center justify-between gap-4 font-display text-2xl font-semibold underline-offset-4 hover:underline noscript:flex"
          >
            Next project
            <ArrowRight aria-hidden className="size-6" />
          </Link>
        )}
      </div>
      <ProjectMap projects={parts.flatMap(({ cards = [] }) => cards).slice(0, onMap)} />
      <ImageSection id="photos" title="The work, piece by piece" images={gallery}>
        Plant, steel, concrete and water: the parts that every one of these basements is made of.
      </ImageSection>
      <LivingNextDoor />
      <CallToAction />
    </>
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
        Basements, underpinning and drains beneath London houses, each shown from the first trial pit to the finished
        room.
      </p>
    </header>
  )
}
