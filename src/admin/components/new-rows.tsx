import { type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowUp } from 'lucide-react'
import { useRef, useState } from 'react'
import { fromPostgrest } from '@/admin/backend/errors'
import { useAction } from '@/admin/backend/query-client'
import { usePolling } from '@/admin/data/waiting'
import { Button } from '@/components/ui/button'

const BEFORE_ALL = '-infinity'

type Counted = { count: number | null; error: { code: string } | null; status: number }

type NewRowsProps = {
  /** What the rows are, as in '2 new: show the reviews'. */
  what: string
  /** When the newest row that is shown was made, as the database writes it. */
  newest: string | undefined
  count: (after: string) => PromiseLike<Counted>
  list: QueryKey
}

/** '2 new: show', over the upper edge of a list; the list itself stays as it is until then. */
export function NewRows({ what, newest = BEFORE_ALL, count, list }: NewRowsProps) {
  const queryClient = useQueryClient()
  const anchor = useRef<HTMLDivElement>(null)
  const [since, setSince] = useState(newest)
  // Only forwards: a row that was shown and approved is not new again. All times are in UTC, so text compares.
  if (newest > since) setSince(newest)
  const polling = usePolling()
  const { data } = useQuery({
    ...polling,
    queryKey: ['newer', what, since],
    queryFn: async () => {
      const counted = await count(since)
      if (counted.error) throw fromPostgrest(counted.error, counted.status)
      return counted.count ?? 0
    },
    // The list was just loaded.
    initialData: 0,
    staleTime: polling.refetchInterval,
  })
  const { mutate, isPending } = useAction({
    mutationFn: () => queryClient.refetchQueries({ queryKey: list, type: 'active' }),
    onSuccess: () => anchor.current?.focus(),
  })
  return (
    <div ref={anchor} tabIndex={-1} aria-live="polite" className="relative z-10 h-0 outline-none">
      {data > 0 && (
        <Button
          disabled={isPending}
          onClick={() => void mutate()}
          size="sm"
          className="-translate-x-1/2 -translate-y-1/4 absolute left-1/2 min-h-8! rounded-full! py-1! shadow-float"
        >
          <ArrowUp aria-hidden className="size-4" />
          {data.toLocaleString('en-GB')} new: show
          <span className="sr-only"> the {what}</span>
        </Button>
      )}
    </div>
  )
}
