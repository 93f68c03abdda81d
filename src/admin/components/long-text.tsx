import { useState } from 'react'
import { cn } from '@/lib/cn'
import { textLinkClass } from './text-link'

const COLLAPSED = { characters: 320, lines: 4 }

export function LongText({ text, about }: { text: string; about: string }) {
  const [open, setOpen] = useState(false)
  const long = text.length > COLLAPSED.characters || text.split('\n').length > COLLAPSED.lines
  return (
    <>
      <p dir="auto" className={cn('whitespace-pre-line wrap-anywhere', long && !open && 'line-clamp-4')}>
        {text}
      </p>
      {long && (
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className={`${textLinkClass} min-h-6 font-semibold text-sm`}
        >
          <span>{open ? 'Show less' : 'Show all'}</span>
          <span className="sr-only">{` of the ${about}`}</span>
        </button>
      )}
    </>
  )
}
