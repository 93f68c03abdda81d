import { Suspense } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { site } from '@/content/site'
import { paths } from '@/paths'
import { sections } from './sections'

/** The dashboard: a menu of sections, the chosen one in the address. */
export function Component() {
  const [search] = useSearchParams()
  const section = sections.find(({ key }) => key === search.get('section')) ?? sections[0]
  const { Screen } = section
  return (
    <main className="page-width py-10">
      <title>{`${section.title} | ${site.name}`}</title>
      <nav aria-label="Admin">
        <ul className="flex gap-4">
          {sections.map(({ key, label }) => (
            <li key={key}>
              <Link to={`?section=${key}`} aria-current={key === section.key ? 'page' : undefined}>
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <h1 className="mt-6 text-3xl">{section.title}</h1>
      <Suspense fallback={null}>
        <Screen />
      </Suspense>
      <Link to={paths.home.href}>Return to website</Link>
    </main>
  )
}
