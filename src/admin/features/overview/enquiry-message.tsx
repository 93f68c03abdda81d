import { useId, useState } from 'react'
import { buttonClass } from '@/components/ui/button'

// About what six lines hold; a shorter text with many line breaks counts as long as well.
const SHORT = 500
const SHORT_LINES = 6

/** What somebody wrote, as text; a long one is cut until somebody wants to read it. */
export function EnquiryMessage({ text }: { text: string }) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const long = text.length > SHORT || text.split('\n').length > SHORT_LINES
  return (
    <div className="mt-2 grid max-w-prose justify-items-start gap-1 text-sm">
      <p
        id={id}
        dir="auto"
        className={`w-full whitespace-pre-wrap wrap-anywhere ${long && !open ? 'line-clamp-6' : ''}`}
      >
        {text}
      </p>
      {long && (
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          className={buttonClass({ variant: 'link', className: 'text-sm' })}
          onClick={() => setOpen(!open)}
        >
          {open ? 'Show less' : 'Show all'}
        </button>
      )}
    </div>
  )
}
