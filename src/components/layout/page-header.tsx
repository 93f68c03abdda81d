import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from '@/components/link'
import { cn } from '@/lib/cn'

type BackLinkProps = { to: string; label: string; className?: string }

export function BackLink({ to, label, className }: BackLinkProps) {
  return (
    <Link
      to={to}
      className={cn(
        'inline-flex items-center gap-2 py-1 text-green-dark underline-offset-4 hover:underline',
        className,
      )}
    >
      <ArrowLeft aria-hidden className="h-lh w-4" />
      {label}
    </Link>
  )
}

type PageHeaderProps = { title: string; back: BackLinkProps; children?: ReactNode }

export function PageHeader({ title, back, children }: PageHeaderProps) {
  return (
    <header className="page-width pt-10 pb-10 lg:pt-16 lg:pb-14">
      <BackLink {...back} />
      <h1 tabIndex={-1} className="mt-5 max-w-4xl text-[2.5rem] md:text-6xl">
        {title}
      </h1>
      {children && <div className="mt-5 max-w-prose text-lg text-concrete-700">{children}</div>}
    </header>
  )
}
