import { ArrowRight } from 'lucide-react'
import { Link } from '@/components/link'
import { cn } from '@/lib/cn'
import { paths } from '@/paths'

export function NextProject({ id, className }: { id: string; className: string }) {
  return (
    <Link
      to={paths.project.href(id)}
      className={cn(
        'items-center justify-between gap-4 font-display text-2xl font-semibold underline-offset-4 hover:underline',
        className,
      )}
    >
      Next project
      <ArrowRight aria-hidden className="size-6" />
    </Link>
  )
}
