import type { ReactNode } from 'react'
import { Link } from '@/components/link'
import { buttonClass } from '@/components/ui/button'
import { StreetElevation } from './street-elevation'

type NothingHereProps = {
  eyebrow?: string
  title: string
  back: { to: string; label: string }
  action?: ReactNode
  children: ReactNode
}

export function NotFoundNotice({ eyebrow, title, back, action, children }: NothingHereProps) {
  return (
    <div className="page-width grid min-h-[60svh] gap-x-16 lg:grid-cols-[1fr_1.1fr]">
      <div className="grid content-center justify-items-start gap-5 py-20">
        {eyebrow && <p className="eyebrow tabular-figures">{eyebrow}</p>}
        <h1 tabIndex={-1} className="text-[2.5rem] md:text-6xl">
          {title}
        </h1>
        <p className="max-w-prose text-lg text-concrete-700">{children}</p>
        <p className="flex flex-wrap gap-3">
          {action}
          <Link to={back.to} className={buttonClass({ variant: 'green' })}>
            {back.label}
          </Link>
        </p>
      </div>
      <StreetElevation plot="empty" />
    </div>
  )
}
