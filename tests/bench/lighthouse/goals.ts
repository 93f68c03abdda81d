import { type Figures, mediansOf, ratioOf } from './figures.ts'

/** All rounds of one page. */
export type Measured = { path: string; runs: Figures[] }
export type Verdict = { page: string; goal: string; figure: string; met: boolean }

const KB = 1000
const kilobytes = (bytes: number) => `${(bytes / KB).toFixed(1)} KB`
const times = (ratio: number) => `${ratio.toFixed(2)}x`

const RATIOS = { fcp: 1.05, lcp: 1.05, si: 1.2 } as const
const HOME_BYTES = { total: 280, js: 115, css: 12, font: 30, hero: 70 } as const
const OTHER_JS = 107
const FULL = { accessibility: 100, bestPractices: 100, seo: 100 } as const

const homeGoals = ({ path, runs }: Measured, floor: Measured): Verdict[] => {
  const mine = mediansOf(runs)
  const ratios = Object.entries(RATIOS).map(([key, limit]) => {
    const name = key as keyof typeof RATIOS
    const ratio = ratioOf(runs, floor.runs, name)
    const base = mediansOf(floor.runs)[name]
    const figure = `${times(ratio)} (${Math.round(mine[name])} to ${Math.round(base)} ms)`
    return { page: path, goal: `${name.toUpperCase()} at most ${times(limit)} the floor`, figure, met: ratio <= limit }
  })
  const bytes = Object.entries(HOME_BYTES).map(([key, limit]) => {
    const value = mine[key as keyof typeof HOME_BYTES]
    return { page: path, goal: `${key} at most ${limit} KB`, figure: kilobytes(value), met: value <= limit * KB }
  })
  return [...ratios, ...bytes]
}

const otherGoals = ({ path, runs }: Measured, home: Measured | undefined): Verdict[] => {
  const mine = mediansOf(runs)
  const js = {
    page: path,
    goal: `js at most ${OTHER_JS} KB`,
    figure: kilobytes(mine.js),
    met: mine.js <= OTHER_JS * KB,
  }
  if (!home) return [js]
  const limit = mediansOf(home.runs).lcp
  const figure = `${Math.round(mine.lcp)} to ${Math.round(limit)} ms`
  return [js, { page: path, goal: "LCP not above the home page's", figure, met: mine.lcp <= limit }]
}

const commonGoals = ({ path, runs }: Measured, floor: Measured): Verdict[] => {
  const mine = mediansOf(runs)
  const base = mediansOf(floor.runs).performance
  const scores = Object.entries(FULL).map(([key, goal]) => {
    const value = mine[key as keyof typeof FULL]
    return { page: path, goal: `${key} ${goal}`, figure: String(value), met: value >= goal }
  })
  return [
    ...scores,
    {
      page: path,
      goal: 'performance 100, or within 1 of the floor',
      figure: `${mine.performance} to ${base}`,
      met: mine.performance >= 100 || mine.performance >= base - 1,
    },
    { page: path, goal: 'CLS 0', figure: mine.cls.toFixed(3), met: mine.cls === 0 },
  ]
}

/** Which goals each page meets; the limits in bytes are those of a phone. */
export const verdictsOf = (pages: readonly Measured[], floor: Measured): Verdict[] => {
  const home = pages.find(({ path }) => path === '/')
  return pages.flatMap((page) => [
    ...(page === home ? homeGoals(page, floor) : otherGoals(page, home)),
    ...commonGoals(page, floor),
  ])
}
