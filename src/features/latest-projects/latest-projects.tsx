import type { PublicationItem } from '@contract/publication'
import { ArrowRight } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link } from '@/components/link'
import { Picture } from '@/components/picture'
import { PublishedPicture } from '@/components/published-picture'
import { buttonClass } from '@/components/ui/button'
import { useSavedList } from '@/components/ui/use-saved-list'
import { type LatestProject, latestChoices, latestProjects } from '@/content/projects/latest'
import { LATEST_PROJECTS_COUNT, type ProjectImage, savedProject, withoutHash } from '@/domain/media'
import { messages } from '@/messages'
import { paths } from '@/paths'
import { projectImages } from '@/storage/keys'
import { useMediaUrl } from '@/storage/use-media-url'

const figure = 'aspect-[4/3] w-full rounded-card object-cover'
const linkedFigure = `${figure} transition-transform duration-200 group-hover:scale-[1.03]`
const sizes = '(min-width: 80rem) 19rem, (min-width: 40rem) 45vw, 90vw'

type LinkedProjectProps = { id: string; title: string; location?: string; children: ReactNode }

function LinkedProject({ id, title, location, children }: LinkedProjectProps) {
  return (
    <li>
      <Link to={paths.project.href(id)} className="group block rounded-card">
        <span className="block overflow-hidden rounded-card">{children}</span>
        <span className="mt-3 block font-display text-lg leading-snug font-semibold underline-offset-4 group-hover:underline">
          {title}
        </span>
        {location && <span className="mt-1 block text-concrete-700">{location}</span>}
      </Link>
    </li>
  )
}

function BuiltInProject({ image, ...project }: LatestProject) {
  return (
    <LinkedProject {...project}>
      <Picture image={image} sizes={sizes} className={linkedFigure} />
    </LinkedProject>
  )
}

function SavedProject({ image, onBroken }: { image: ProjectImage; onBroken: (url: string) => void }) {
  const src = useMediaUrl(image.url)
  const project = savedProject(image)
  useEffect(() => {
    if (src === null) onBroken(image.url)
  }, [src, image.url, onBroken])
  const picture = src ? (
    <img
      src={src}
      alt={project ? '' : image.name}
      onError={() => onBroken(image.url)}
      className={project ? linkedFigure : figure}
    />
  ) : (
    <div className={`${figure} bg-concrete-200`} />
  )
  if (!project) return <li>{picture}</li>
  return (
    <LinkedProject id={project} title={image.name}>
      {picture}
    </LinkedProject>
  )
}

const usePublishedProjects = (newest: readonly PublicationItem[]) => {
  const [published, setPublished] = useState(newest)
  const [broken, setBroken] = useState<readonly string[]>([])
  const list = useRef<HTMLUListElement>(null)
  // Rows of another height would move what is read below them, so a visitor who has come this far keeps these.
  useEffect(() => {
    if (newest !== published && list.current && list.current.getBoundingClientRect().top > window.innerHeight)
      setPublished(newest)
  }, [newest, published])
  const projects = published.flatMap((item) => {
    if (item.kind === 'built-in') {
      const project = latestChoices.find(({ image }) => withoutHash(image.src) === item.built_in)
      return project ? [<BuiltInProject key={item.position} {...project} />] : []
    }
    const key = `${item.position}-${item.stills[0]}`
    if (broken.includes(key)) return []
    const onBroken = () => setBroken((before) => [...before, key])
    const picture = (className: string) => (
      <PublishedPicture item={item} sizes={sizes} onBroken={onBroken} className={className} />
    )
    return item.kind === 'project' ? (
      <LinkedProject key={key} id={item.project} title={item.title} location={item.location}>
        {picture(linkedFigure)}
      </LinkedProject>
    ) : (
      <li key={key}>{picture(figure)}</li>
    )
  })
  return { list, projects }
}

/** This browser's images, else the published ones, else four built-in ones that link to their projects. */
export function LatestProjects({ published }: { published: readonly PublicationItem[] }) {
  const { list: saved, drop } = useSavedList(projectImages, messages.media.projectImagesUnreadable)
  const images = saved.slice(0, LATEST_PROJECTS_COUNT)
  const { list, projects } = usePublishedProjects(published)
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <h2 className="text-3xl md:text-5xl">Our Latest Projects</h2>
        <Link to={paths.projects.href} className={buttonClass({ variant: 'link' })}>
          View all projects <ArrowRight aria-hidden className="size-4" />
        </Link>
      </div>
      <ul ref={list} className="mt-10 grid gap-x-6 gap-y-10 sm:grid-cols-2 xl:grid-cols-4">
        {images.length > 0
          ? images.map((image) => {
              const builtIn = latestChoices.find(({ id }) => id === savedProject(image))
              if (builtIn) return <BuiltInProject key={image.id} {...builtIn} />
              return <SavedProject key={image.id} image={image} onBroken={drop} />
            })
          : projects.length > 0
            ? projects
            : latestProjects.map((project) => <BuiltInProject key={project.id} {...project} />)}
      </ul>
    </>
  )
}
