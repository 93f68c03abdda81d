import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

type EmptyStateProps = { title: string; children?: ReactNode; icon?: LucideIcon; action?: ReactNode }

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
