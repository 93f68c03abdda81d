import type { ReactNode } from 'react'
import { cn } from '@/lib/cn'
import { Stars } from './stars'

const SAMPLE = /^Sample: /

type ReviewQuoteProps = {
  name: string
  location: string
  rating: number
  text: string
  title?: string | null
  featured?: boolean
  children?: ReactNode
}

export function ReviewQuote({ name, location, rating, text, title, featured = false, children }: ReviewQuoteProps) {
  return (
    <figure className="flex h-full min-w-0 flex-col border-t border-concrete-300 pt-6">
      <Stars rating={rating} />
      <blockquote className="mt-4 grow">
        {title && (
          <p dir="auto" className="mb-2 font-display text-lg font-bold [overflow-wrap:anywhere]">
            {title}
          </p>
        )}
        <p
          dir="auto"
          className={cn('whitespace-pre-line [overflow-wrap:anywhere]', featured && 'text-xl leading-snug font-medium')}
        >
          {text}
        </p>
      </blockquote>
      <figcaption className="mt-5 [overflow-wrap:anywhere]">
        <bdi className="font-semibold">{name.replace(SAMPLE, '')}</bdi>
        <span className="text-concrete-600">
          , <bdi>{location}</bdi>
        </span>
        {SAMPLE.test(name) && (
          <span className="ml-2 inline-block rounded-full border border-concrete-500 px-2 text-concrete-700 text-xs leading-5">
            Sample
          </span>
        )}
        {children}
      </figcaption>
    </figure>
  )
}
