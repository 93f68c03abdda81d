import type { ReactNode } from 'react'

type SectionHeaderProps = { title: string; description?: ReactNode; actions?: ReactNode }

export function SectionHeader({ title, description, actions }: SectionHeaderProps) {
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      <div className="min-w-0 max-w-prose">
        <h2 className="text-lg">{title}</h2>
        {description && <p className="mt-1 text-sm text-concrete-600">{description}</p>}
      </div>
      {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
    </div>
  )
}
