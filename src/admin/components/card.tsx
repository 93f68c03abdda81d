import type { ComponentProps, ElementType } from 'react'
import { cn } from '@/lib/cn'

export const cardClass = 'rounded-card border border-concrete-200 bg-white'

export function Card<Tag extends ElementType = 'div'>({
  as,
  className,
  ...props
}: { as?: Tag; className?: string } & Omit<ComponentProps<Tag>, 'as' | 'className'>) {
  const Element: ElementType = as ?? 'div'
  return <Element {...props} className={cn(cardClass, className)} />
}
