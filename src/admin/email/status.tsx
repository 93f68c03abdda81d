import { CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Card } from '@/admin/components/card'

const tones = {
  good: { Icon: CircleCheck, classes: 'border-green-dark/40 bg-green/10' },
  info: { Icon: Info, classes: 'border-concrete-300 bg-concrete-100' },
  warning: { Icon: TriangleAlert, classes: 'border-made/50 bg-gravel/25' },
} as const

type StatusBannerProps = { tone: keyof typeof tones; title: string; children?: ReactNode }

export function StatusBanner({ tone, title, children }: StatusBannerProps) {
  const { Icon, classes } = tones[tone]
  return (
    <div role="status" className={`flex gap-3 rounded-card border px-4 py-3 text-sm ${classes}`}>
      <Icon aria-hidden className="mt-0.5 size-5 shrink-0" />
      <div>
        <p className="font-semibold">{title}</p>
        {children && <p className="text-concrete-700">{children}</p>}
      </div>
    </div>
  )
}

export function Facts({ facts }: { facts: Record<string, ReactNode> }) {
  return (
    <Card as="dl" className="divide-y divide-concrete-200 text-sm">
      {Object.entries(facts).map(([label, value]) => (
        <div key={label} className="grid gap-x-6 px-4 py-3 sm:grid-cols-[11rem_1fr]">
          <dt className="text-concrete-600">{label}</dt>
          <dd className="min-w-0 [overflow-wrap:anywhere]">{value}</dd>
        </div>
      ))}
    </Card>
  )
}

export function CodeList({ texts }: { texts: readonly string[] }) {
  return (
    <ul>
      {texts.map((text) => (
        <li key={text}>
          <code>{text}</code>
        </li>
      ))}
    </ul>
  )
}
