import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Button } from '@/components/ui/button'
import { cn } from '@/lib/cn'

type ButtonProps = ComponentProps<typeof Button>
type SmallButtonProps = Omit<ButtonProps, 'variant'> & {
  variant?: ButtonProps['variant'] | 'danger'
  Icon?: LucideIcon
  /** What it acts on, for screen readers: what stands beside it shows it to everyone else. */
  about?: string
}

/** A button of a list or a panel. */
export function SmallButton({ variant = 'outline', Icon, about, className, children, ...props }: SmallButtonProps) {
  const look = variant === 'danger' ? 'ghost' : variant
  return (
    <Button {...props} variant={look} size="sm" className={cn(variant === 'danger' && 'text-danger!', className)}>
      {Icon && <Icon aria-hidden className="size-4 shrink-0" />}
      {children}
      {about && <span className="sr-only"> {about}</span>}
    </Button>
  )
}

export type Retry = { refetch: () => unknown; isFetching?: boolean }

/** Asks a query again that has failed. */
export function RetryButton({ query: { refetch, isFetching = false } }: { query: Retry }) {
  return (
    <SmallButton disabled={isFetching} onClick={() => void refetch()}>
      {isFetching ? 'Trying...' : 'Try again'}
    </SmallButton>
  )
}
