import type { Publication, PublicationItem } from '@contract/publication'
import { ArrowRight } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { Link } from '@/components/link'
import { Picture } from '@/components/picture'
import { buttonClass } from '@/components/ui/button'
import { useFrozenWhileRead } from '@/components/ui/use-frozen-while-read'
import { LATEST_PROJECTS_COUNT } from '@/domain/media'
import { paths } from '@/paths'
import type { LatestProject } from '@/published/latest-projects'
import { resolveUploadedImage } from '@/published/mirrored-media'
import { freshSite } from '@/published/revalidate'

export const figure = 'aspect-[4/3] w-full rounded-card object-cover'
const sizes = '(min-width: 80rem) 19rem, (min-width: 40rem) 45vw, 90vw'

function ProjectItem({ id, title, location, image }: LatestProject) {
  return (
    <li>
      <Link to={paths.project.href(id)} className="group block rounded-card">
        <span className="block overflow-hidden rounded-card">
          <Picture
            image={image}
            sizes={sizes}
            className={`${figure} transition-transform duration-200 group-hover:scale-[1.03]`}
          />
        </span>
        <span className="mt-3 block font-display text-lg leading-snug font-semibold underline-offset-4 group-hover:underline">
          {title}
        </span>
        <span className="mt-1 block text-concrete-700">{location}</span>
      </Link>
    </li>
  )
}

type PublishedImage = Extract<PublicationItem, { kind: 'image' }>

function PublishedItem({ item, onBroken }: { item: PublishedImage; onBroken: () => void }) {
  return (
    <li>
      <figure>
        <Picture image={resolveUploadedImage(item)} alt="" sizes={sizes} onBroken={onBroken} className={figure} />
        <figcaption className="mt-3 wrap-anywhere">{item.alt}</figcaption>
      </figure>
    </li>
  )
}

const getImageKey = ({ position, files }: PublishedImage) => `${position}-${files[0]}`

const isShown = (id: string) => freshSite()?.cards.some((card) => card.id === id) ?? true

const getLatestImages = (publication: Publication) =>
  (publication?.items ?? []).filter((item) => item.kind === 'image').filter(({ place }) => place === 'latest')

export type Latest = { publication: Publication; latest: readonly LatestProject[] }

export function LatestList({ newest, saved = [] }: { newest: Latest; saved?: readonly ReactNode[] }) {
  const [broken, setBroken] = useState<readonly string[]>([])
  const list = useRef<HTMLUListElement>(null)
  const { publication, latest } = useFrozenWhileRead(newest, (shown) => {
    // New rows could move the content below, so keep them unless one is gone.
    const left = getLatestImages(newest.publication).map(({ files }) => files[0])
    const isGone =
      getLatestImages(shown.publication).some(({ files }) => !left.includes(files[0])) ||
      shown.latest.some(({ id }) => !isShown(id))
    return !isGone && (list.current?.getBoundingClientRect().top ?? 0) <= window.innerHeight
  })
  const images = getLatestImages(publication).filter((item) => !broken.includes(getImageKey(item)))
  const pictures =
    saved.length > 0
      ? saved
      : images.map((item) => (
          <PublishedItem
            key={getImageKey(item)}
            item={item}
            onBroken={() => setBroken((before) => [...before, getImageKey(item)])}
          />
        ))
  const items = [...pictures, ...latest.map((project) => <ProjectItem key={project.id} {...project} />)]
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <h2 className="text-[min(1.875rem,9vw)] lg:text-[2.375rem] xl:text-5xl">Our Latest Projects</h2>
        <Link to={paths.projects.href} className={buttonClass({ variant: 'link' })}>
          View all projects <ArrowRight aria-hidden className="size-4" />
        </Link>
      </div>
      <ul ref={list} className="mt-10 grid gap-x-8 gap-y-10 sm:grid-cols-2 xl:grid-cols-4">
        {items.slice(0, LATEST_PROJECTS_COUNT)}
      </ul>
    </>
  )
}
