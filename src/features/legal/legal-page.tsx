import { Children, cloneElement, isValidElement, type ReactElement, type ReactNode, useEffect, useId } from 'react'
import { useLocation } from 'react-router-dom'
import { PageHeader } from '@/components/layout/page-header'
import { Link } from '@/components/link'
import { cn } from '@/lib/cn'
import { paths } from '@/paths'
import { P, type ParagraphProps } from './legal-parts'

const STRATA = ['bg-topsoil', 'bg-made', 'bg-gravel', 'bg-clay'] as const

const getStratumClass = (index: number, count: number): string =>
  STRATA[Math.floor((index / count) * STRATA.length)] ?? STRATA[0]

// Links a section to its entry in the contents (legal.css).
const timelineName = (sectionId: string): string => `--legal-${sectionId}`

// The router scrolls to the section, but leaves the focus on the link.
const useFocusOnSection = () => {
  const location = useLocation()
  useEffect(() => {
    if (location.hash) document.getElementById(location.hash.slice(1))?.focus({ preventScroll: true })
  }, [location])
}

type SectionProps = {
  id: string
  title: string
  children: ReactNode
  /** These three are set by `LegalPage`. */
  index?: number
  count?: number
  clauses?: boolean
}

const withClauses = (children: ReactNode, section: number) => {
  let clause = 0
  return Children.map(children, (child) => {
    if (!isValidElement<ParagraphProps>(child) || child.type !== P) return child
    clause += 1
    return cloneElement(child, { clause: `${section}.${clause}` })
  })
}

export function Section({ id, title, children, index = 0, count = 1, clauses = false }: SectionProps) {
  return (
    <section
      id={id}
      tabIndex={-1}
      className="legal-section relative min-w-0 scroll-mt-4 border-t border-concrete-300 pt-6 lg:pl-16 xl:scroll-mt-10 print:mt-8"
      style={{ viewTimelineName: timelineName(id) }}
    >
      <span aria-hidden className={cn('absolute -top-px left-0 h-1.5 w-10', getStratumClass(index, count))} />
      <h2 className="break-after-avoid text-2xl md:text-3xl">
        <span className="mr-2 tabular-figures lg:absolute lg:left-0">{`${index + 1}.`}</span>
        {` ${title}`}
      </h2>
      {clauses ? withClauses(children, index + 1) : children}
    </section>
  )
}

function Contents({ sections }: { sections: readonly SectionProps[] }) {
  const titleId = useId()
  return (
    <nav
      aria-labelledby={titleId}
      className="lg:sticky lg:top-28 lg:max-h-[calc(100svh-9rem)] lg:self-start lg:overflow-y-auto lg:-m-1 lg:p-1 xl:top-36 print:hidden"
    >
      <p id={titleId} className="eyebrow mb-3">
        Contents
      </p>
      <ol className="gap-x-6 sm:grid sm:grid-flow-col sm:grid-cols-2 sm:grid-rows-6 lg:block">
        {sections.map(({ id, title }, index) => (
          <li key={id} className="flex">
            <span aria-hidden className={cn('w-1.5 shrink-0', getStratumClass(index, sections.length))} />
            <Link
              to={`#${id}`}
              className="legal-mark flex grow gap-1.5 py-1.5 pr-2 pl-3 leading-snug underline-offset-4 hover:underline"
              style={{ animationTimeline: timelineName(id) }}
            >
              <span className="w-7 shrink-0 tabular-figures">{`${index + 1}.`}</span>
              {` ${title}`}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  )
}

type LegalPageProps = {
  title: string
  summary: string
  clauses?: boolean
  children: ReactElement<SectionProps>[]
}

export function LegalPage({ title, summary, clauses = false, children }: LegalPageProps) {
  useFocusOnSection()
  const sections = children.map(({ props }) => props)
  return (
    <>
      <PageHeader title={title} back={{ to: paths.home.href, label: 'Back to Homepage' }}>
        <p>{summary}</p>
        <p className="mt-2 text-base text-concrete-600">
          Last updated: <time dateTime="2024-05">May 2024</time>
        </p>
      </PageHeader>
      <div
        className="legal-document page-width grid gap-x-16 gap-y-14 pb-24 lg:grid-cols-[17rem_minmax(0,1fr)] print:block print:pb-0"
        style={{ timelineScope: sections.map(({ id }) => timelineName(id)).join(', ') }}
      >
        <Contents sections={sections} />
        <article className="grid min-w-0 gap-14 text-[1.0625rem] print:block print:text-[10.5pt]">
          {sections.map((section, index) => (
            <Section key={section.id} {...section} index={index} count={sections.length} clauses={clauses} />
          ))}
        </article>
      </div>
    </>
  )
}
