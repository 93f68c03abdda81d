import { type Figures, mediansOf, ratioOf } from './figures.ts'

/** All rounds of one page. */
export type Measured = { name: string; url: string; runs: Figures[] }
export type Verdict = { page: string; goal: string; figure: string; met: boolean }

const KB = 1000
const kilobytes = (bytes: number) => `${(bytes / KB).toFixed(1)} KB`
const times = (ratio: number) => `${ratio.toFixed(2)}x`

const RATIOS = { fcp: 1.05, lcp: 1.05, si: 1.2 } as const
const TBT_MS = 60
const LONGEST_MS = 80
const HOME_BYTES = { total: 280, css: 12, font: 30, hero: 70 } as const
const JS = 110
const FULL = { accessibility: 100, bestPractices: 100, seo: 100 } as const

const homeGoals = ({ name: page, runs }: Measured, floor: Measured): Verdict[] => {
  const mine = mediansOf(runs)
  const ratios = Object.entries(RATIOS).map(([key, limit]) => {
    const name = key as keyof typeof RATIOS
    const ratio = ratioOf(runs, floor.runs, name)
    const base = mediansOf(floor.runs)[name]
    const figure = `${times(ratio)} (${Math.round(mine[name])} to ${Math.round(base)} ms)`
    return { page, goal: `${name.toUpperCase()} at most ${times(limit)} the floor`, figure, met: ratio <= limit }
  })
  const bytes = Object.entries(HOME_BYTES).map(([key, limit]) => {
    const value = mine[key as keyof typeof HOME_BYTES]
    return { page, goal: `${key} at most ${limit} KB`, figure: kilobytes(value), met: value <= limit * KB }
  })
  return [...ratios, ...bytes]
}

const otherGoals = ({ name: page, runs }: Measured, home: Measured | undefined): Verdict[] => {
  if (!home) return []
  const { lcp } = mediansOf(runs)
  const limit = mediansOf(home.runs).lcp
  const figure = `${Math.round(lcp)} to ${Math.round(limit)} ms`
  return [{ page, goal: "LCP not above the home page's", figure, met: lcp <= limit }]
}

const commonGoals = ({ name: page, runs }: Measured, floor: Measured): Verdict[] => {
  const mine = mediansOf(runs)
  const base = mediansOf(floor.runs)
  const scores = Object.entries(FULL).map(([key, goal]) => {
    const value = mine[key as keyof typeof FULL]
    return { page, goal: `${key} ${goal}`, figure: String(value), met: value >= goal }
  })
  return [
    ...scores,
    { page, goal: 'performance at least 99', figure: String(mine.performance), met: mine.performance >= 99 },
    {
      page,
      goal: `TBT at most ${TBT_MS} ms above the floor's`,
      figure: `${Math.round(mine.tbt)} to ${Math.round(base.tbt)} ms`,
      met: mine.tbt <= base.tbt + TBT_MS,
    },
    {
      page,
      goal: `longest task at most ${LONGEST_MS} ms`,
      figure: `${mine.longest} ms`,
      met: mine.longest <= LONGEST_MS,
    },
    { page, goal: `js at most ${JS} KB`, figure: kilobytes(mine.js), met: mine.js <= JS * KB },
    { page, goal: 'CLS 0', figure: mine.cls.toFixed(3), met: mine.cls === 0 },
  ]
}

/** Which goals each page meets; the limits in bytes are those of a phone. */
export const verdictsOf = (pages: readonly Measured[], floor: Measured): Verdict[] => {
  const home = pages.find(({ name }) => name === '/')
  return pages.flatMap((page) => [
    ...(page === home ? homeGoals(page, floor) : otherGoals(page, home)),
    ...commonGoals(page, floor),
  ])
}
