import { useState } from 'react'
import { cn } from '@/lib/cn'

// About four lines of a table's column.
const COLLAPSED = { characters: 320, lines: 4 }

const isLong = (text: string): boolean =>
  text.length > COLLAPSED.characters || text.split('\n').length > COLLAPSED.lines

/** A person's words in their own direction; long ones are cut to four lines until 'Show all'. */
export function LongText({ text, about }: { text: string; about: string }) {
  const [open, setOpen] = useState(false)
  const long = isLong(text)
  return (
    <>
      <p dir="auto" className={cn('whitespace-pre-line [overflow-wrap:anywhere]', long && !open && 'line-clamp-4')}>
        {text}
      </p>
      {long && (
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className="min-h-6 font-semibold text-green-dark text-sm underline underline-offset-4"
        >
          {open ? 'Show less' : 'Show all'}
          <span className="sr-only"> of the review by {about}</span>
        </button>
      )}
    </>
  )
}
