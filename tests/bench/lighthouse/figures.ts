import { median } from '../support/numbers.ts'
import type { Blocking } from './blocking.ts'
import type { Report } from './measure.ts'

/** What is read of a run: milliseconds, bytes on the wire, scores of 100. */
export const FIGURES = [
  'fcp',
  'lcp',
  'si',
  'tbt',
  'blocked',
  'longest',
  'cls',
  'total',
  'js',
  'css',
  'font',
  'image',
  'hero',
  'performance',
  'accessibility',
  'bestPractices',
  'seo',
] as const
export type Figures = Record<(typeof FIGURES)[number], number>

type Request = { url: string; mimeType?: string; transferSize?: number }

/** The figures of one run. */
export const figuresOf = (lhr: Report, blocking: Blocking): Figures => {
  const time = (id: string) => lhr.audits[id]?.numericValue ?? Number.NaN
  const score = (id: string) => Math.round((lhr.categories[id]?.score ?? Number.NaN) * 100)
  const requests = ((lhr.audits['network-requests']?.details?.items ?? []) as Request[]).filter(({ url }) =>
    url.startsWith('http'),
  )
  const bytes = (matches: (request: Request) => boolean) =>
    requests.filter(matches).reduce((sum, { transferSize = 0 }) => sum + transferSize, 0)
  // A module that is only preloaded has no type of its own, but always the one of its content.
  const ofType = (type: RegExp) => bytes(({ mimeType = '' }) => type.test(mimeType))
  const heroes = requests
    .filter(({ url }) => url.includes('/pictures/hero/'))
    .map(({ transferSize = 0 }) => transferSize)
  return {
    fcp: time('first-contentful-paint'),
    lcp: time('largest-contentful-paint'),
    si: time('speed-index'),
    tbt: time('total-blocking-time'),
    ...blocking,
    cls: time('cumulative-layout-shift'),
    total: bytes(() => true),
    js: ofType(/javascript/),
    css: ofType(/css/),
    font: ofType(/font/),
    image: ofType(/^image/),
    hero: Math.max(0, ...heroes),
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    seo: score('seo'),
  }
}

/** The median of each figure by itself. */
export const mediansOf = (runs: readonly Figures[]): Figures =>
  Object.fromEntries(FIGURES.map((name) => [name, median(runs.map((run) => run[name]))])) as Figures

/** How many times the floor's figure, run by run beside the floor's own run of that round; the median. */
export const ratioOf = (runs: readonly Figures[], floor: readonly Figures[], name: keyof Figures): number =>
  median(runs.map((run, round) => run[name] / (floor[round]?.[name] ?? Number.NaN)))
