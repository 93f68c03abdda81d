import type { LinkProps } from 'react-router-dom'
import { Link } from '@/components/link'
import { cn } from '@/lib/cn'

export const textLinkClass = 'text-green-dark underline underline-offset-4'

export function TextLink({ className, ...props }: LinkProps & { className?: string }) {
  return <Link {...props} className={cn(textLinkClass, className)} />
}
