import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cn } from '@/lib/cn'

type IconButtonProps = ComponentProps<'button'> & { Icon: LucideIcon; label: string; busy?: boolean }

export function IconButton({ Icon, label, className, busy = false, onClick, ...props }: IconButtonProps) {
  const classes = 'grid size-7 shrink-0 place-items-center rounded-lg hover:bg-ink/5 disabled:opacity-60 sm:size-8'
  return (
    <button
      type="button"
      aria-label={label}
      {...props}
      {...(busy && { 'aria-disabled': true })}
      onClick={(event) => !busy && onClick?.(event)}
      className={cn(classes, 'aria-disabled:opacity-40', className)}
    >
      <Icon aria-hidden className="size-4" />
    </button>
  )
}
