import type { ReactNode } from 'react'

type SectionHeaderProps = {
  title: string
  description?: ReactNode
  /** Buttons that concern the whole section; they wrap below the title on small screens. */
  actions?: ReactNode
  as?: 'h2' | 'h3'
}

/** The head of a section or of a panel in it. */
export function SectionHeader({ title, description, actions, as: Heading = 'h2' }: SectionHeaderProps) {
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      <div className="min-w-0 max-w-prose">
        <Heading className="font-sans text-lg tracking-normal">{title}</Heading>
        {description && <p className="mt-1 text-sm text-concrete-600">{description}</p>}
      </div>
      {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
    </div>
  )
}
