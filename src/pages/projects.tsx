import { useRef } from 'react'
import { useLoaderData } from 'react-router-dom'
import { CallToAction } from '@/components/layout/call-to-action'
import { BackLink } from '@/components/layout/page-header'
import type { PageHandle } from '@/components/layout/seo'
import gallery from '@/content/gallery/images.json'
import { newestSite } from '@/content/newest'
import { projectCards } from '@/content/projects'
import { site } from '@/content/site'
import type { ProjectCard as Card } from '@/domain/project'
import { CardGrid } from '@/features/projects/card-grid'
import { ImageSection } from '@/features/projects/image-section'
import { ProjectCard } from '@/features/projects/project-card'
import { useCardsInView } from '@/features/projects/use-cards-in-view'
import { paths } from '@/paths'

export const loader = (): readonly Card[] => newestSite()?.cards ?? projectCards

export const handle: PageHandle = {
  isPublished: true,
  meta: {
    title: 'Our Projects',
    description: `Basements, underpinning and drainage in London by ${site.name}, shown stage by stage.`,
    path: paths.projects.href,
  },
}

export function Component() {
  const list = useRef<HTMLUListElement>(null)
  const cards = useCardsInView(useLoaderData<readonly Card[]>(), list)
  // The head keeps its width when more cards come.
  const { current: count } = useRef(cards.length)
  return (
    <>
      <div className="page-width pt-10 pb-20 lg:pt-16 lg:pb-28">
        <CardGrid count={count} head={<Head />}>
          <ul ref={list} className="contents">
            {cards.map((project, index) => (
              <li key={project.id}>
                <ProjectCard project={project} priority={index === 0} />
              </li>
            ))}
          </ul>
        </CardGrid>
      </div>
      <ImageSection id="photos" title="The work, piece by piece" images={gallery}>
        Plant, steel, concrete and water: the parts that every one of these basements is made of.
      </ImageSection>
      <CallToAction />
    </>
  )
}

function Head() {
  return (
    <header className="flex flex-col gap-5">
      <BackLink to={paths.home.href} label="Back to home" className="self-start" />
      <h1 tabIndex={-1} className="text-4xl md:text-6xl">
        Our Projects
      </h1>
      <p className="max-w-sm text-lg text-concrete-700">
        Basements, underpinning and drains beneath London houses, each shown from the first trial pit to the finished
        room.
      </p>
    </header>
  )
}
