import { useEffect, useState } from 'react'
import { Button } from '@/components/ui/button'
import { bankHolidays } from '@/content/bank-holidays'
import { site } from '@/content/site'
import { getClosingTime } from '@/domain/opening-hours'
import { sections } from '@/paths'
import { appendToMessage } from './message-draft'
import { useGoToSection } from './section-link'

const closingTime = () => getClosingTime(new Date(), site.hours, bankHolidays)

/** Client only, because it needs the current time. */
export default function OpeningStatus({ onRequestCallback }: { onRequestCallback?: () => void }) {
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
