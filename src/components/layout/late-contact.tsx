import { type ReactNode, useEffect, useState } from 'react'
import { Button } from '@/components/ui/button'
import { bankHolidays } from '@/content/bank-holidays'
import { site } from '@/content/site'
import { getClosingTime } from '@/domain/opening-hours'
import { sections } from '@/paths'
import { appendToMessage } from './message-draft'
import { useGoToSection } from './section-link'

type WhatsAppLinkProps = { className: string; children: ReactNode }

const firstLine = encodeURIComponent(`Hello ${site.name}, I’d like to ask about a project.`)

export function WhatsAppLink({ className, children }: WhatsAppLinkProps) {
  const number = site.whatsapp?.replace(/\D/g, '').replace(/^0/, '44')
  if (!number) return null
  return (
    <a
      href={`https://wa.me/${number}?text=${firstLine}`}
      target="_blank"
      rel="noopener noreferrer"
      className={className}
    >
      {children}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  )
}

const closingTime = () => getClosingTime(new Date(), site.hours, bankHolidays)

/** Client only, because it needs the current time. */
export function OpeningStatus({ onRequestCallback }: { onRequestCallback?: () => void }) {
  const goToSection = useGoToSection()
  const [closes, setCloses] = useState(closingTime)
  useEffect(() => {
    const update = () => document.hidden || setCloses(closingTime())
    const timer = setInterval(update, 60_000)
    document.addEventListener('visibilitychange', update)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', update)
    }
  }, [])
  if (closes) return <span className="font-semibold">{`Open until ${closes}`}</span>
  return (
    <>
      <span>Closed now</span>
      <Button
        variant="link"
        onClick={() => {
          onRequestCallback?.()
          appendToMessage('call', 'Please call me on the number above when your office is open.')
          goToSection(sections.contact)
        }}
      >
        Request a callback
      </Button>
    </>
  )
}
