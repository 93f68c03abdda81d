import { type ReactNode, useId } from 'react'
import { SectionLink } from '@/components/layout/section-link'
import { Link } from '@/components/link'
import { site } from '@/content/site'
import { cn } from '@/lib/cn'
import { sections } from '@/paths'

const linkClass = 'text-green-dark underline decoration-1 underline-offset-4 hover:decoration-2'

export function LegalLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className={linkClass}>
      {children}
    </Link>
  )
}

export function EmailLink() {
  return <LegalLink to={`mailto:${site.email}`}>{site.email}</LegalLink>
}

export function ContactFormLink() {
  return (
    <SectionLink section={sections.contact} className={linkClass}>
      contact form
    </SectionLink>
  )
}

export function Code({ children }: { children: string }) {
  return <code className="font-mono text-[0.9em]">{children}</code>
}

const MEASURE = 'max-w-[36rem]'

/** `clause`, as in 5.2, is set by `Section`. */
export type ParagraphProps = { children: ReactNode; clause?: string }

export function P({ children, clause }: ParagraphProps) {
  return (
    <p className={cn('mt-4', MEASURE)}>
      {clause && (
        <span className="mr-2 font-display text-sm font-semibold text-concrete-600 tabular-figures lg:absolute lg:left-0 lg:mt-[0.2rem]">
          {`${clause} `}
        </span>
      )}
      {children}
    </p>
  )
}

export function List({ items }: { items: readonly string[] }) {
  return (
    <ul className={cn('mt-3 grid list-disc gap-1.5 pl-5 marker:text-made', MEASURE)}>
      {items.map((item) => (
        <li key={item} className="pl-1">
          {item}
        </li>
      ))}
    </ul>
  )
}

export function Definitions({ items }: { items: Readonly<Record<string, ReactNode>> }) {
  return (
    <dl className="mt-5 max-w-3xl border-b border-concrete-200">
      {Object.entries(items).map(([term, text]) => (
        <div key={term} className="grid grid-cols-1 gap-x-6 border-t border-concrete-200 py-3 sm:grid-cols-[11rem_1fr]">
          <dt className="font-semibold">{term}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
}

export function CompanyDetails() {
  return (
    <Definitions
      items={{
        Company: site.legalName,
        Email: <EmailLink />,
        Telephone: <LegalLink to={site.phone.href}>{site.phone.display}</LegalLink>,
        Hours: site.hours.map(({ days, time }) => `${days}, ${time}`).join('; '),
        'Area we work in': site.area,
      }}
    />
  )
}

type TableProps = {
  caption: string
  columns: readonly string[]
  rows: readonly (readonly [heading: string, ...cells: ReactNode[]])[]
  code?: boolean
}

export function Table({ caption, columns, rows, code = false }: TableProps) {
  const captionId = useId()
  const wide = columns.length > 2
  return (
    <div className="mt-7 max-w-3xl">
      <h3 id={captionId} className="break-after-avoid pb-2 text-[1.0625rem] font-semibold">
        {caption}
      </h3>
      <section
        aria-labelledby={captionId}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: without a tab stop, the keyboard can't scroll it.
        tabIndex={0}
        className="edge-shadows overflow-x-auto print:overflow-visible"
      >
        <table
          aria-labelledby={captionId}
          className={cn(
            'w-full text-left text-[0.9375rem] leading-normal print:text-[9pt]',
            wide &&
              'max-sm:[&,&_:is(tbody,tr,th,td)]:block max-sm:[&_:is(th,td)]:w-full max-sm:[&_:is(th,td)]:py-1 max-sm:[&_thead]:sr-only',
          )}
        >
          <thead>
            <tr className="border-y border-ink">
              {columns.map((column) => (
                <th key={column} scope="col" className="py-2 pr-6 font-semibold last:pr-0">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([heading, ...cells]) => (
              <tr key={heading} className="break-inside-avoid border-b border-concrete-200 align-top">
                <th scope="row" className={cn('py-2.5 pr-6 font-normal', wide ? 'w-44 sm:w-50' : 'w-1/2')}>
                  {code ? <Code>{heading}</Code> : heading}
                </th>
                {cells.map((cell, index) => (
                  <td
                    key={columns[index + 1]}
                    className={cn('py-2.5 pr-6 last:pr-0', wide && 'not-first-of-type:w-32')}
                  >
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  )
}
