import type { Report } from './measure.ts'

/** What costs a page points, and what Lighthouse would do about its speed. */
export type Findings = { costly: string[]; slow: string[] }

const nodesOf = ({ details }: Report['audits'][string]): string => {
  if (!Array.isArray(details?.items)) return ''
  const named = details.items.flatMap((item: Record<string, unknown>) => {
    const node = item.node as { selector?: string } | undefined
    return node?.selector ?? item.description ?? item.url ?? []
  })
  return named.length > 0 ? `: ${named.slice(0, 3).join(', ')}` : ''
}

/** Reads both from the report of one run. */
export const findingsOf = (lhr: Report): Findings => {
  const failing = (category: string) =>
    (lhr.categories[category]?.auditRefs ?? []).flatMap(({ id, weight }) => {
      const audit = lhr.audits[id]
      return audit && audit.score !== null && audit.score < 1 ? [{ id, weight, audit }] : []
    })
  const costly = ['accessibility', 'best-practices', 'seo'].flatMap((category) =>
    failing(category).flatMap(({ id, weight, audit }) => (weight > 0 ? [`${category}: ${id}${nodesOf(audit)}`] : [])),
  )
  const slow = failing('performance').map(({ id, weight, audit }) =>
    [id, weight > 0 ? `score ${audit.score?.toFixed(2)}` : '', audit.displayValue ?? ''].filter(Boolean).join(', '),
  )
  return { costly, slow }
}
