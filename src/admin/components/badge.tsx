import type { ReactNode } from 'react'
import { cn } from '@/lib/cn'

const tones = {
  neutral: 'border-concrete-300 bg-concrete-100 text-concrete-700',
  good: 'border-green-dark/40 bg-green/10 text-green-dark',
  warning: 'border-made/50 bg-gravel/25 text-topsoil',
  danger: 'border-danger/40 bg-danger-soft text-danger',
} as const

type BadgeProps = { tone?: keyof typeof tones; children: ReactNode; className?: string }

export function Badge({ tone = 'neutral', children, className }: BadgeProps) {
  return (
    <span
      className={cn(
        'inline-flex items-center gap-1 whitespace-nowrap rounded-full border px-2 py-0.5 font-semibold text-xs leading-4',
        tones[tone],
        className,
      )}
    >
      {children}
    </span>
  )
}
