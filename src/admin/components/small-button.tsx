import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Button } from '@/components/ui/button'
import { cn } from '@/lib/cn'

type SmallButtonProps = ComponentProps<typeof Button> & {
  Icon?: LucideIcon
  /** For screen readers. */
  about?: string | undefined
}

/** Button for lists and panels. Destructive ones are only filled in the confirmation. */
export function SmallButton({ variant = 'outline', Icon, about, className, children, ...props }: SmallButtonProps) {
  const takesAway = variant === 'destructive'
  return (
    <Button
      {...props}
      variant={takesAway ? 'ghost' : variant}
      size="sm"
      className={cn(takesAway && 'text-danger!', className)}
    >
      {Icon && <Icon aria-hidden className="size-4 shrink-0" />}
      <span>{children}</span>
      {about && <span className="sr-only">{` ${about}`}</span>}
    </Button>
  )
}

export type Retry = { refetch: () => unknown; isFetching?: boolean }

export function RetryButton({ query: { refetch, isFetching = false } }: { query: Retry }) {
  return (
    <SmallButton busy={isFetching} onClick={() => void refetch()}>
      {isFetching ? 'Trying...' : 'Try again'}
    </SmallButton>
  )
}
