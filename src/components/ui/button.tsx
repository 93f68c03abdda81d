import type { ComponentProps } from 'react'
import { cn } from '@/lib/cn'

const base =
  'inline-flex items-center justify-center gap-2 rounded-lg text-center font-semibold transition-[background-color,border-color] duration-150 ' +
  'disabled:cursor-not-allowed disabled:opacity-60 forced-colors:border'

const variants = {
  default: 'bg-ink text-paper hover:bg-ink-soft',
  destructive: 'bg-danger text-white hover:bg-[#861b15]',
  outline: 'border border-ink/70 bg-transparent text-ink hover:border-ink hover:bg-ink/5',
  secondary: 'bg-concrete-100 text-ink hover:bg-concrete-200',
  ghost: 'text-ink hover:bg-ink/5',
  link: 'text-green-dark underline decoration-1 underline-offset-4 hover:decoration-2',
  green: 'bg-green text-ink hover:bg-green-light',
  construction: 'bg-gravel text-ink hover:bg-[#d6bd95]',
  contact: 'border border-paper/60 bg-transparent text-paper hover:bg-paper/10',
} as const

const sizes = {
  default: 'min-h-11 px-5 py-2 text-base',
  sm: 'min-h-9 px-3.5 py-1.5 text-sm',
  lg: 'min-h-13 px-7 py-3 text-lg',
  icon: 'size-11',
} as const

type ButtonLook = {
  variant?: keyof typeof variants | undefined
  size?: keyof typeof sizes | undefined
  className?: string | undefined
}

export const buttonClass = ({ variant = 'default', size = 'default', className }: ButtonLook = {}): string =>
  cn(base, variants[variant], variant === 'link' ? 'min-h-6' : sizes[size], className)

type ButtonProps = ComponentProps<'button'> &
  ButtonLook & {
    /** Ignores clicks but, unlike `disabled`, keeps the focus. */
    busy?: boolean
  }

export function Button({ variant, size, className, busy = false, onClick, ...props }: ButtonProps) {
  return (
    <button
      type="button"
      {...props}
      {...(busy && { 'aria-disabled': true })}
      onClick={(event) => (busy ? event.preventDefault() : onClick?.(event))}
      className={buttonClass({ variant, size, className })}
    />
  )
}
