import { useId } from 'react'
import { Link } from '@/components/link'
import type { LegalSection } from '@/content/legal/blocks'
import { cn } from '@/lib/cn'

const STRATA = ['bg-topsoil', 'bg-made', 'bg-gravel', 'bg-clay'] as const

/** The background class of a section, from topsoil for the first to clay for the last. */
export const stratumOf = (index: number, count: number): string =>
  STRATA[Math.floor((index / count) * STRATA.length)] ?? STRATA[0]

/** Name of the scroll timeline that connects a section to its entry in the contents. */
export const timelineName = (sectionId: string): string => `--legal-${sectionId}`

export function LegalContents({ sections }: { sections: readonly LegalSection[] }) {
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
            <span aria-hidden className={cn('w-1.5 shrink-0', stratumOf(index, sections.length))} />
            <Link
              to={`#${id}`}
              className="legal-mark flex grow gap-1.5 py-1.5 pr-2 pl-3 leading-snug underline-offset-4 hover:underline"
              style={{ animationTimeline: timelineName(id) }}
            >
              <span className="w-7 shrink-0 tabular-nums">{`${index + 1}.`}</span>
              {` ${title}`}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  )
}
