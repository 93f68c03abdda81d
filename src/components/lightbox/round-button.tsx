import type { LucideProps } from 'lucide-react'
import type { ComponentType, Ref } from 'react'
import { cn } from '@/lib/cn'

type RoundButtonProps = {
  label: string
  icon: ComponentType<LucideProps>
  onClick: () => void
  className?: string
  ref?: Ref<HTMLButtonElement>
}

/** A control of the lightbox: an icon in a ring, large enough for a thumb. */
export function RoundButton({ label, icon: Icon, onClick, className, ref }: RoundButtonProps) {
  return (
    <button
      ref={ref}
      type="button"
      aria-label={label}
      title={label}
      onClick={onClick}
      className={cn(
        'grid size-12 shrink-0 place-items-center self-center rounded-full border border-paper/30 text-paper transition-colors duration-150',
        'hover:border-paper hover:bg-paper hover:text-ink focus-visible:outline-paper',
        className,
      )}
    >
      <Icon aria-hidden className="size-5" />
    </button>
  )
}
