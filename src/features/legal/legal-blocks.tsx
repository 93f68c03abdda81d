import { Fragment, useId } from 'react'
import { Link } from '@/components/link'
import type { LegalBlock, LegalLink, LegalText as Text } from '@/content/legal/blocks'
import { cn } from '@/lib/cn'

type BlockOf<Kind extends LegalBlock['kind']> = Extract<LegalBlock, { kind: Kind }>

const linkClass = 'text-green-dark underline decoration-1 underline-offset-4 hover:decoration-2'

function TextLink({ text, href }: LegalLink) {
  // A plain link within the page would bypass the router and its back button.
  if (/^[/#]/.test(href))
    return (
      <Link to={href} className={linkClass}>
        {text}
      </Link>
    )
  return (
    <a href={href} className={linkClass}>
      {text}
    </a>
  )
}

function LegalText({ text }: { text: Text }) {
  if (typeof text === 'string') return text
  return text.map((part) => {
    if (typeof part === 'string') return <Fragment key={part}>{part}</Fragment>
    if ('code' in part)
      return (
        <code key={part.code} className="font-mono text-[0.9em]">
          {part.code}
        </code>
      )
    if ('strong' in part) return <strong key={part.strong}>{part.strong}</strong>
    return <TextLink key={part.href} {...part} />
  })
}

const MEASURE = 'max-w-[36rem]'

function Paragraph({ text, clause }: BlockOf<'paragraph'> & { clause: string | undefined }) {
  return (
    <p className={cn('mt-4', MEASURE)}>
      {clause && (
        <span className="mr-2 font-display text-sm font-semibold text-concrete-600 tabular-nums lg:absolute lg:left-0 lg:mt-[0.2rem]">
          {`${clause} `}
        </span>
      )}
      <LegalText text={text} />
    </p>
  )
}

function List({ items }: BlockOf<'list'>) {
  return (
    <ul className={cn('mt-3 grid list-disc gap-1.5 pl-5 marker:text-made', MEASURE)}>
      {items.map((item) => (
        <li key={JSON.stringify(item)} className="pl-1">
          <LegalText text={item} />
        </li>
      ))}
    </ul>
  )
}

function Definitions({ items }: BlockOf<'definitions'>) {
  return (
    <dl className="mt-5 max-w-3xl border-b border-concrete-200">
      {items.map(({ term, text }) => (
        <div key={term} className="grid grid-cols-1 gap-x-6 border-t border-concrete-200 py-3 sm:grid-cols-[11rem_1fr]">
          <dt className="font-semibold">{term}</dt>
          <dd>
            <LegalText text={text} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Table({ caption, columns, rows }: BlockOf<'table'>) {
  const captionId = useId()
  const wide = columns.length > 2
  return (
    <div className="mt-7 max-w-3xl">
      <h3 id={captionId} className="break-after-avoid pb-2 text-[1.0625rem] font-semibold">
        {caption}
      </h3>
      <section
        aria-labelledby={captionId}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: without a tab stop the keyboard cannot scroll it sideways.
        tabIndex={0}
        className="edge-shadows overflow-x-auto print:overflow-visible"
      >
        <table
          aria-labelledby={captionId}
          className={cn(
            'w-full text-left text-[0.9375rem] leading-normal print:text-[9pt]',
            wide && 'min-w-2xl print:min-w-0',
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
            {rows.map(([head, ...cells]) => (
              <tr key={JSON.stringify(head)} className="break-inside-avoid border-b border-concrete-200 align-top">
                <th scope="row" className={cn('py-2.5 pr-6 font-normal', wide ? 'w-44 sm:w-50' : 'w-1/2')}>
                  {head && <LegalText text={head} />}
                </th>
                {cells.map((cell, index) => (
                  <td
                    key={columns[index + 1]}
                    className={cn('py-2.5 pr-6 last:pr-0', wide && 'not-first-of-type:w-32')}
                  >
                    <LegalText text={cell} />
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

function Block({ block, clause }: { block: LegalBlock; clause: string | undefined }) {
  switch (block.kind) {
    case 'paragraph':
      return <Paragraph {...block} clause={clause} />
    case 'list':
      return <List {...block} />
    case 'definitions':
      return <Definitions {...block} />
    case 'table':
      return <Table {...block} />
  }
}

type LegalBlocksProps = {
  blocks: readonly LegalBlock[]
  /** Number of the section where paragraphs are clauses: 5 makes 5.1, 5.2 and so on. */
  clausesOf?: number | undefined
}

export function LegalBlocks({ blocks, clausesOf }: LegalBlocksProps) {
  const paragraphs = blocks.filter(({ kind }) => kind === 'paragraph')
  return blocks.map((block) => {
    const clause = clausesOf === undefined ? undefined : `${clausesOf}.${paragraphs.indexOf(block) + 1}`
    return <Block key={JSON.stringify(block)} block={block} clause={clause} />
  })
}
