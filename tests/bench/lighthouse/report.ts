import { table } from '../support/table.ts'
import { type Figures, mediansOf, ratioOf } from './figures.ts'
import type { Findings } from './findings.ts'
import type { Measured, Verdict } from './goals.ts'

const ms = (value: number) => String(Math.round(value))
const kb = (value: number) => (value / 1000).toFixed(1)

const COLUMNS: [title: string, cell: (figures: Figures) => string][] = [
  ['FCP ms', ({ fcp }) => ms(fcp)],
  ['LCP ms', ({ lcp }) => ms(lcp)],
  ['SI ms', ({ si }) => ms(si)],
  ['TBT ms', ({ tbt }) => ms(tbt)],
  ['blocked ms', ({ blocked }) => ms(blocked)],
  ['longest', ({ longest }) => ms(longest)],
  ['CLS', ({ cls }) => cls.toFixed(3)],
  ['total KB', ({ total }) => kb(total)],
  ['JS', ({ js }) => kb(js)],
  ['CSS', ({ css }) => kb(css)],
  ['font', ({ font }) => kb(font)],
  ['image', ({ image }) => kb(image)],
  ['perf', ({ performance }) => String(performance)],
  ['a11y', ({ accessibility }) => String(accessibility)],
  ['best', ({ bestPractices }) => String(bestPractices)],
  ['SEO', ({ seo }) => String(seo)],
]
const RATIOS = ['fcp', 'lcp', 'si', 'tbt'] as const

/** One row per page with its medians, and how many times the floor it is. */
export const figuresTable = (pages: readonly Measured[], floor: Measured): string =>
  table(
    ['page', ...COLUMNS.map(([title]) => title), ...RATIOS.map((name) => `${name.toUpperCase()} x`)],
    [floor, ...pages].map((page) => {
      const ratios = RATIOS.map((name) => ratioOf(page.runs, floor.runs, name))
      const figures = mediansOf(page.runs)
      return [
        page.name,
        ...COLUMNS.map(([, cell]) => cell(figures)),
        ...ratios.map((ratio) => (Number.isFinite(ratio) ? ratio.toFixed(2) : '-')),
      ]
    }),
  )

/** How many goals are met, and each that is not. */
export const goalsReport = (verdicts: readonly Verdict[], all: boolean): string => {
  const missed = verdicts.filter(({ met }) => !met)
  const shown = all ? verdicts : missed
  const heading = `${verdicts.length - missed.length} of ${verdicts.length} goals are met.`
  if (shown.length === 0) return heading
  const rows = shown.map(({ page, goal, figure, met }) => [page, goal, figure, met ? 'met' : 'MISSED'])
  return `${heading}\n\n${table(['page', 'goal', 'figure', ''], rows)}`
}

/** What costs points on each page. */
export const findingsReport = (findings: ReadonlyMap<string, Findings>): string =>
  [...findings]
    .map(([path, { costly, slow }]) =>
      [`- ${path}`, ...costly.map((line) => `  - ${line}`), ...slow.map((line) => `  - speed: ${line}`)].join('\n'),
    )
    .join('\n')
