import { Fragment } from 'react'
import { Link } from '@/components/link'
import type { LegalLink, LegalText as Text } from '@/content/legal/blocks'

const linkClass = 'text-green-dark underline decoration-1 underline-offset-4 hover:decoration-2'

function TextLink({ text, href }: LegalLink) {
  // Within the page, too, the router has to know: a plain link would leave the back button without a place to go to.
  if (/^[/#]/.test(href))
    return (
      <Link to={href} className={linkClass}>
        {text}
      </Link>
    )
  return (
    <a href={href} className={linkClass}>
      {text}
    </a>
  )
}

/** Running text with its links and code names. */
export function LegalText({ text }: { text: Text }) {
  if (typeof text === 'string') return text
  return text.map((part) => {
    if (typeof part === 'string') return <Fragment key={part}>{part}</Fragment>
    if ('code' in part)
      return (
        <code key={part.code} className="font-mono text-[0.9em]">
          {part.code}
        </code>
      )
    if ('strong' in part) return <strong key={part.strong}>{part.strong}</strong>
    return <TextLink key={part.href} {...part} />
  })
}
