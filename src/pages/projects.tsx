import { Link } from 'react-router-dom'
import { PageHeader } from '@/components/layout/page-header'
import { Seo } from '@/components/layout/seo'
import { Picture } from '@/components/picture'
import { buttonClass } from '@/components/ui/button'
import { projectCards } from '@/content/projects'
import { site } from '@/content/site'
import { paths } from '@/paths'

/** All projects of the site. */
export function Component() {
  return (
    <>
      <Seo
        title="Our Projects"
        description={`Basements, underpinning and drainage in London by ${site.name}, shown stage by stage.`}
        path={paths.projects.href}
      />
      <PageHeader title="Our Projects" back={{ to: paths.home.href, label: 'Back to home' }} />
      <ul className="page-width grid gap-x-6 gap-y-12 pb-24 md:grid-cols-2 lg:grid-cols-3">
        {projectCards.map((project) => (
          <li key={project.id}>
            <Picture
              picture={project.image}
              sizes="(min-width: 64rem) 26rem, (min-width: 48rem) 45vw, 90vw"
              className="aspect-[4/3] w-full rounded-card object-cover"
            />
            <h2 className="mt-4 text-xl">{project.title}</h2>
            <p className="mt-2 line-clamp-2 text-concrete-700">{project.summary}</p>
            <p className="mt-2 text-sm text-concrete-600">{project.location}</p>
            <Link
              to={paths.project.href(project.id)}
              className={buttonClass({ variant: 'outline', size: 'sm', className: 'mt-4' })}
            >
              View Project<span className="sr-only">: {project.title}</span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}
