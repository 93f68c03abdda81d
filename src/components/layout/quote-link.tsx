import { ArrowUpRight } from 'lucide-react'
import { buttonClass } from '@/components/ui/button'
import { site } from '@/content/site'

export function QuoteLink(look: Parameters<typeof buttonClass>[0]) {
  return (
    <a href={site.projectsHost} target="_blank" rel="noopener" className={buttonClass(look)}>
      Get a Free Quote
      <ArrowUpRight aria-hidden className="size-4" />
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  )
}
