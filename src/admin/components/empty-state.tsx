import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

type EmptyStateProps = {
  title: string
  /** What to do next, or when something will appear here. */
  children?: ReactNode
  icon?: LucideIcon
  action?: ReactNode
}

/** Replaces data where there is none, and says what to do next. */
export function EmptyState({ title, children, icon: Icon, action }: EmptyStateProps) {
  return (
    <div className="grid justify-items-center gap-2 rounded-card border border-concrete-300 border-dashed px-5 py-10 text-center">
      {Icon && <Icon aria-hidden className="size-6 text-concrete-600" />}
      <p className="font-semibold">{title}</p>
      {children && <p className="max-w-prose text-sm text-concrete-600">{children}</p>}
      {action && <div className="mt-2 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  )
}
