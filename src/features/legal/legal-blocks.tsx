import { useId } from 'react'
import type { LegalBlock } from '@/content/legal/blocks'
import { cn } from '@/lib/cn'
import { LegalText } from './legal-text'

type BlockOf<Kind extends LegalBlock['kind']> = Extract<LegalBlock, { kind: Kind }>

const MEASURE = 'max-w-[36rem]'

function Paragraph({ text, clause }: BlockOf<'paragraph'> & { clause: string | undefined }) {
  return (
    <p className={cn('mt-4', MEASURE)}>
      {clause && (
        <span className="mr-2 font-display text-sm font-semibold text-concrete-600 tabular-nums lg:absolute lg:left-0 lg:mt-0.5">
          {clause}{' '}
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
        <div key={term} className="grid gap-x-6 border-t border-concrete-200 py-3 sm:grid-cols-[11rem_1fr]">
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
  return (
    <section
      aria-labelledby={captionId}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: without a tab stop the keyboard cannot scroll it sideways.
      tabIndex={0}
      className="mt-7 max-w-3xl overflow-x-auto print:overflow-visible"
    >
      <table
        className={cn(
          'w-full border-collapse text-left text-[0.9375rem] leading-normal',
          columns.length > 2 && 'min-w-2xl print:min-w-0',
        )}
      >
        <caption id={captionId} className="pb-2 text-left font-display font-semibold">
          {caption}
        </caption>
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
              <th scope="row" className={cn('py-2.5 pr-6 font-normal', columns.length > 2 ? 'w-52' : 'w-1/2')}>
                {head && <LegalText text={head} />}
              </th>
              {cells.map((cell, index) => (
                <td key={columns[index + 1]} className="py-2.5 pr-6 last:pr-0">
                  <LegalText text={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

type LegalBlocksProps = {
  blocks: readonly LegalBlock[]
  /** Number of the section where paragraphs are clauses: 5 makes 5.1, 5.2 and so on. */
  clausesOf?: number | undefined
}

/** The blocks of one section, in order. */
export function LegalBlocks({ blocks, clausesOf }: LegalBlocksProps) {
  const paragraphs = blocks.filter(({ kind }) => kind === 'paragraph')
  return blocks.map((block) => {
    const key = JSON.stringify(block)
    switch (block.kind) {
      case 'paragraph':
        return <Paragraph key={key} {...block} clause={clausesOf && `${clausesOf}.${paragraphs.indexOf(block) + 1}`} />
      case 'list':
        return <List key={key} {...block} />
      case 'definitions':
        return <Definitions key={key} {...block} />
      case 'table':
        return <Table key={key} {...block} />
    }
  })
}
