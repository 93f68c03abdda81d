import type { ReactNode } from 'react'

type FactsProps = { facts: readonly { label: string; value: ReactNode }[] }

/** Labels and values, side by side where there is room. */
export function Facts({ facts }: FactsProps) {
  return (
    <dl className="divide-y divide-concrete-200 rounded-card border border-concrete-200 bg-white text-sm">
      {facts.map(({ label, value }) => (
        <div key={label} className="grid gap-x-6 px-4 py-3 sm:grid-cols-[11rem_1fr]">
          <dt className="text-concrete-600">{label}</dt>
          <dd className="min-w-0 [overflow-wrap:anywhere]">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
