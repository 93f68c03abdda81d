import type { ReactNode } from 'react'
import { cn } from '@/lib/cn'
import { Stars } from './stars'

type ReviewQuoteProps = {
  name: string
  location: string
  rating: number
  text: string
  title?: string | null
  /** Set larger, for the few that lead the page. */
  featured?: boolean
  /** What follows name and location, such as date and source. */
  children?: ReactNode
}

/** One testimonial, set as text. */
export function ReviewQuote({ name, location, rating, text, title, featured = false, children }: ReviewQuoteProps) {
  return (
    <figure className="flex h-full min-w-0 flex-col border-t border-concrete-300 pt-6">
      <Stars rating={rating} />
      <blockquote className="mt-4 grow">
        {title && <p className="mb-2 font-display text-lg font-bold [overflow-wrap:anywhere]">{title}</p>}
        <p
          className={cn(
            'whitespace-pre-line [overflow-wrap:anywhere]',
            featured && 'font-display text-xl leading-snug font-medium',
          )}
        >
          {text}
        </p>
      </blockquote>
      <figcaption className="mt-5 [overflow-wrap:anywhere]">
        {/* A name in another direction must not affect what follows it. */}
        <bdi className="font-semibold">{name}</bdi>
        <span className="text-concrete-600">
          , <bdi>{location}</bdi>
        </span>
        {children}
      </figcaption>
    </figure>
  )
}
