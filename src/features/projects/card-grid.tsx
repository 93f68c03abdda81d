import type { ReactNode, Ref } from 'react'
import { cn } from '@/lib/cn'

// The head takes the cells that the cards leave in the first row, so that the last row is full.
const headAtTwo = ['md:col-span-2', 'md:col-span-1'] as const
const headAtThree = ['lg:col-span-3', 'lg:col-span-2', 'lg:col-span-1'] as const

type CardGridProps = {
  ref?: Ref<HTMLDivElement>
  count: number
  head: ReactNode
  /** Whether phones show two side by side. */
  isPaired?: boolean
  /** In pixels. */
  minHeight?: number | undefined
  /** Needs the class `contents`, so that its items become grid cells. */
  children: ReactNode
}

// One column remains at doubled text size.
const pairs = 'grid-cols-[repeat(auto-fill,minmax(max(7rem,50%-.6rem),1fr))] gap-x-4 md:gap-x-8 max-md:gap-y-10'

export function CardGrid({ ref, count, head, isPaired = false, minHeight, children }: CardGridProps) {
  return (
    <div
      ref={ref}
      style={{ minHeight }}
      className={cn('grid content-start gap-y-14 md:grid-cols-2 lg:grid-cols-3', isPaired ? pairs : 'gap-x-8')}
    >
      <div className={cn('col-span-full', headAtTwo[count % 2], headAtThree[count % 3])}>{head}</div>
      {children}
    </div>
  )
}

export const CARD_SIZES =
  '(min-width: 82rem) 24rem, (min-width: 64rem) calc(30.7vw - 1.34rem), (min-width: 48rem) calc(46vw - 1rem), min(92vw, 100vw - 2.5rem)'

export const PAIR_SIZES = '(min-width: 82rem) 24rem, (min-width: 64rem) calc(30.7vw - 1.34rem), calc(46vw - .5rem)'
