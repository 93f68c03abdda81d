import type { PublicationItem } from '@contract/publication'
import { useState } from 'react'
import { Badge } from '@/admin/components/badge'
import { ConfirmDialog } from '@/admin/components/confirm-dialog'
import { SmallButton } from '@/admin/components/small-button'
import { deletePublicationForGood, type HistoryEntry } from '@/admin/data/publications'
import { usePublicChange } from '@/admin/data/use-public-change'
import { formatDateTime } from '@/admin/words/format-date'
import { adminMessages } from '@/admin/words/messages'
import { toast } from '@/components/ui/toast'
import { summaryOf } from './plan'
import { Strip } from './publication-parts'

type Choice = { title: string; items: readonly PublicationItem[] }

const nameOf = ({ published_at }: HistoryEntry) => `the publication of ${formatDateTime(published_at)}`

type HistoryProps = {
  history: readonly HistoryEntry[]
  busy: boolean
  onRestore: (items: readonly PublicationItem[]) => void
}

export function History({ history, busy, onRestore }: HistoryProps) {
  const [choice, setChoice] = useState<Choice>()
  const [unwanted, setUnwanted] = useState<HistoryEntry>()
  const deletion = usePublicChange(deletePublicationForGood, () => {
    toast.success(adminMessages.media.publish.deletedForGood)
    setUnwanted(undefined)
  })
  const [current] = history
  if (!current) return null
  return (
    <section aria-labelledby="publications" className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 id="publications" className="text-base">
          Publications
        </h3>
        <SmallButton
          busy={busy}
          disabled={current.items.length === 0}
          onClick={() => setChoice({ title: 'Go back to the built-in pictures?', items: [] })}
        >
          Go back to the built-in pictures
        </SmallButton>
      </div>
      <ol className="divide-y divide-concrete-200 rounded-card border border-concrete-200 bg-white">
        {history.map((entry) => (
          <li key={entry.id} className="grid gap-3 p-4 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center">
            <div className="grid min-w-0 gap-2 text-sm">
              <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
                <time dateTime={entry.published_at} className="font-semibold">
                  {formatDateTime(entry.published_at)}
                </time>
                <span className="wrap-anywhere text-concrete-600">{entry.publisher}</span>
                {entry === current && <Badge tone="good">Visitors see this</Badge>}
              </p>
              <p className="text-concrete-700">{summaryOf(entry.items).join('. ')}</p>
              {entry.items.length > 0 && <Strip items={entry.items} />}
            </div>
            {entry !== current && (
              <div className="flex flex-wrap gap-2">
                <SmallButton
                  busy={busy}
                  about={nameOf(entry)}
                  onClick={() => setChoice({ title: `Restore ${nameOf(entry)}?`, items: entry.items })}
                >
                  Restore
                </SmallButton>
                <SmallButton busy={busy} variant="destructive" about={nameOf(entry)} onClick={() => setUnwanted(entry)}>
                  Delete for good now
                </SmallButton>
              </div>
            )}
          </li>
        ))}
      </ol>
      <p className="text-concrete-600 text-sm">The last ten before the present one are kept.</p>
      <ConfirmDialog
        open={choice !== undefined}
        onClose={() => setChoice(undefined)}
        title={choice?.title ?? ''}
        description={
          choice &&
          `Every visitor will see: ${summaryOf(choice.items).join('. ')}. Your draft stays as it is, and what visitors see now stays in this list.`
        }
        confirmLabel={choice?.items.length === 0 ? 'Go back' : 'Restore'}
        tone="default"
        onConfirm={() => {
          if (choice) onRestore(choice.items)
          setChoice(undefined)
        }}
      />
      <ConfirmDialog
        open={unwanted !== undefined}
        onClose={() => setUnwanted(undefined)}
        title={`Delete ${unwanted && nameOf(unwanted)} for good now?`}
        description={`It goes from this list, and what it shows from the server: ${summaryOf(unwanted?.items ?? []).join('. ')}. ${adminMessages.media.projects.gaps}`}
        confirmLabel="Delete for good now"
        action={deletion}
        onConfirm={() => unwanted && void deletion.mutate(unwanted)}
      />
    </section>
  )
}
