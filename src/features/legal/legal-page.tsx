import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { PageHeader } from '@/components/layout/page-header'
import type { LegalDocument } from '@/content/legal/blocks'
import { LAST_UPDATED } from '@/content/legal/blocks'
import { cn } from '@/lib/cn'
import { paths } from '@/paths'
import { LegalBlocks } from './legal-blocks'
import { LegalContents, stratumOf, timelineName } from './legal-contents'

// The router scrolls to a section but leaves the focus on the link.
const useFocusOnSection = () => {
  const location = useLocation()
  useEffect(() => {
    if (location.hash) document.getElementById(location.hash.slice(1))?.focus({ preventScroll: true })
  }, [location])
}

export function LegalPage({ title, summary, clauses, sections }: LegalDocument) {
  useFocusOnSection()
  return (
    <>
      <PageHeader title={title} back={{ to: paths.home.href, label: 'Back to Homepage' }}>
        <p>{summary}</p>
        <p className="mt-2 text-base text-concrete-600">
          Last updated: <time dateTime={LAST_UPDATED.dateTime}>{LAST_UPDATED.text}</time>
        </p>
      </PageHeader>
      <div
        className="legal-document page-width grid gap-x-16 gap-y-14 pb-24 lg:grid-cols-[17rem_minmax(0,1fr)] print:block print:pb-0"
        style={{ timelineScope: sections.map(({ id }) => timelineName(id)).join(', ') }}
      >
        <LegalContents sections={sections} />
        <article className="grid min-w-0 gap-14 text-[1.0625rem] print:block print:text-[10.5pt]">
          {sections.map(({ id, title, blocks }, index) => (
            <section
              key={id}
              id={id}
              tabIndex={-1}
              className="legal-section relative min-w-0 scroll-mt-4 border-t border-concrete-300 pt-6 lg:pl-16 xl:scroll-mt-10 print:mt-8"
              style={{ viewTimelineName: timelineName(id) }}
            >
              <span
                aria-hidden
                className={cn('absolute -top-px left-0 h-1.5 w-10', stratumOf(index, sections.length))}
              />
              <h2 className="break-after-avoid text-2xl md:text-3xl">
                <span className="mr-2 tabular-nums lg:absolute lg:left-0">{`${index + 1}.`}</span>
                {` ${title}`}
              </h2>
              <LegalBlocks blocks={blocks} clausesOf={clauses ? index + 1 : undefined} />
            </section>
          ))}
        </article>
      </div>
    </>
  )
}
