import { useQuery } from '@tanstack/react-query'
import { ArrowUp } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { useAction } from './use-action'

const POLL_MS = 30_000

type NewRowsProps = {
  /** What one row and several are called, as in 'Show 2 new reviews'. */
  what: readonly [one: string, many: string]
  /** When the newest row in the list was made. */
  newest: string | undefined
  /** When the newest row on the server was made, as far as is known. */
  latest: string | null | undefined
  /** Counts the rows made since then. */
  count: (since: string) => Promise<number>
  onShow: () => Promise<unknown>
}

// Times in UTC compare as text; the embedded backend separates date and time by a space.
const comparable = (time: string) => time.replace(' ', 'T').split('+')[0] ?? ''

/** 'Show 2 new', over the upper edge of a list, which does not change by itself. */
export function NewRows({ what, newest = '-infinity', latest, count, onShow }: NewRowsProps) {
  const anchor = useRef<HTMLDivElement>(null)
  const [since, setSince] = useState(newest)
  // Only ever later: a row that was shown and then approved is not new again.
  if (newest > since) setSince(newest)
  const isNewer = Boolean(latest) && comparable(latest ?? '') > comparable(since)
  const { data = 0 } = useQuery({
    queryKey: ['newer', what, since, latest],
    queryFn: () => count(since),
    enabled: isNewer,
    // They may be dealt with meanwhile.
    staleTime: POLL_MS,
    refetchInterval: POLL_MS,
    placeholderData: (before) => before,
  })
  const { mutate, isPending } = useAction({ mutationFn: onShow, onSuccess: () => anchor.current?.focus() })
  return (
    <div ref={anchor} tabIndex={-1} aria-live="polite" className="relative z-10 h-0 outline-none">
      {isNewer && data > 0 && (
        <Button
          busy={isPending}
          onClick={() => void mutate()}
          size="sm"
          className="-translate-x-1/2 -translate-y-1/4 absolute left-1/2 min-h-8! rounded-full! py-1! shadow-float"
        >
          <ArrowUp aria-hidden className="size-4" />
          <span>{`Show ${data.toLocaleString('en-GB')} new`}</span>
          <span className="sr-only">{` ${what[data === 1 ? 0 : 1]}`}</span>
        </Button>
      )}
    </div>
  )
}
