import type { CSSProperties } from 'react'
import { Link } from '@/components/link'
import type { ProjectCard } from '@/domain/project'
import { paths } from '@/paths'
import london from './london.svg?no-inline'

/** Map with a pin in each project's district. */
export function ProjectMap({ projects }: { projects: readonly ProjectCard[] }) {
  const pins = new Map(projects.flatMap(({ pin }) => (pin ? [[pin[0], pin]] : [])))
  if (pins.size === 0) return null
  return (
    <section aria-labelledby="map" className="border-t border-concrete-200">
      <div className="page-width py-20 lg:py-28">
        <div className="project-map">
          <div>
            <h2 id="map" className="text-[min(1.875rem,9vw)] lg:text-[2.375rem] xl:text-5xl">
              Where we’ve dug
            </h2>
            <p className="mt-5 max-w-sm text-lg text-concrete-700">
              Our latest projects and the ground beneath London. The centre is enlarged, and each pin marks a district,
              not a house.
            </p>
            <ol>
              {[...pins.values()].map(([name, x, y]) => (
                <li key={name} style={{ '--x': x, '--y': y } as CSSProperties}>
                  <b>{name}</b>
                  {projects
                    .filter((project) => project.pin?.[0] === name)
                    .map(({ id, title }) => (
                      <Link key={id} to={paths.project.href(id)}>
                        {title}
                      </Link>
                    ))}
                </li>
              ))}
            </ol>
          </div>
          <img src={london} alt="" width={2000} height={1716} loading="lazy" />
        </div>
      </div>
    </section>
  )
}
