import { useQuery } from '@tanstack/react-query'
import { ArrowUp } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { useAction } from './use-action'

const POLL_MS = 30_000

type NewRowsProps = {
  /** Singular and plural, as in 'Show 2 new reviews'. */
  what: readonly [one: string, many: string]
  /** Creation time of the newest row in the list. */
  newest: string | undefined
  /** The same on the server, if known. */
  latest: string | null | undefined
  count: (since: string) => Promise<number>
  onShow: () => Promise<unknown>
}

// UTC times compare as text. The embedded backend has a space for 'T'.
const toComparable = (time: string) => time.replace(' ', 'T').split('+')[0] ?? ''

/** Button above a list that doesn't update automatically. */
export function NewRows({ what, newest = '-infinity', latest, count, onShow }: NewRowsProps) {
  const anchor = useRef<HTMLDivElement>(null)
  const [since, setSince] = useState(newest)
  // Never earlier, because a row that was shown and then approved isn't new.
  if (newest > since) setSince(newest)
  const isNewer = Boolean(latest) && toComparable(latest ?? '') > toComparable(since)
  const { data = 0 } = useQuery({
    queryKey: ['newer', what, since, latest],
    queryFn: () => count(since),
    enabled: isNewer,
    // Another administrator may handle them.
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
