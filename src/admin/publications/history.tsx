import type { PublicationItem } from '@contract/publication'
import { useState } from 'react'
import { confirm } from '@/admin/components/confirm'
import { ReadingDialog } from '@/admin/components/dialog'
import { SmallButton } from '@/admin/components/small-button'
import { type Version, VersionList } from '@/admin/components/version-list'
import { type HistoryEntry, permanentlyDeletePublication } from '@/admin/data/publications'
import { permanentDeletion, publicChange } from '@/admin/data/use-public-change'
import { formatDateTime } from '@/admin/text/format-date'
import { adminMessages, capitalise } from '@/admin/text/messages'
import { getSlotItems, publicationChanges, SLOTS, summariseSlots } from './plan'
import { describeItem, ItemThumb, PublishedSlots } from './publication-parts'

const texts = adminMessages.media.versions

const formatPublication = ({ published_at }: HistoryEntry) => `the publication from ${formatDateTime(published_at)}`

// A slot may be empty because its items were permanently deleted.
const summariseEntry = ({ items, deleted }: HistoryEntry): string =>
  summariseSlots(items, deleted > 0 ? SLOTS.filter((slot) => getSlotItems(items, slot).length > 0) : SLOTS).join('. ')

const describeChanges = (entry: HistoryEntry, before: HistoryEntry | undefined): string =>
  before && before.deleted + entry.deleted === 0
    ? publicationChanges(before.items, entry.items).join('. ') || texts.same
    : summariseEntry(entry)

const deletePublication = (entry: HistoryEntry) => {
  const lost = summariseEntry(entry)
  return confirm({
    title: `Permanently delete ${formatPublication(entry)}?`,
    description: `This removes it from the list and its files from the server${lost && `: ${lost}`}. ${adminMessages.media.projects.gaps}`,
    confirmLabel: 'Delete permanently',
    done: adminMessages.media.publish.deletedForGood,
    ...publicChange(() => permanentlyDeletePublication(entry)),
  })
}

type HistoryProps = {
  history: readonly HistoryEntry[]
  busy: boolean
  onRestore: (items: readonly PublicationItem[]) => void
}

export function History({ history, busy, onRestore }: HistoryProps) {
  const [looked, setLooked] = useState<HistoryEntry>()
  const [current] = history
  if (!current) return null
  const restore = async (title: string, items: readonly PublicationItem[]) => {
    const description = `Visitors will see: ${summariseSlots(items).join('. ')}. Your draft won’t change, and the current publication stays in this list.`
    const confirmLabel = items.length === 0 ? 'Go back' : 'Publish again'
    if (await confirm({ title, description, confirmLabel, tone: 'default' })) onRestore(items)
  }
  const toVersion = (entry: HistoryEntry, index: number): Version => ({
    ...{ id: entry.id, what: 'published', who: entry.publisher, when: entry.published_at, deleted: entry.deleted },
    isShown: entry === current,
    changes: describeChanges(entry, history[index + 1]),
    pictures: entry.items.map((item) => ({
      id: `${item.place} ${item.position}`,
      kind: item.kind === 'video' ? item.kind : undefined,
      ...{ name: describeItem(item), thumb: <ItemThumb item={item} className="w-full" /> },
      files: item.kind === 'built-in' ? [] : [...item.files, ...(item.kind === 'video' ? [item.video] : [])],
    })),
    actions: entry !== current && (
      <>
        <SmallButton about={formatPublication(entry)} onClick={() => setLooked(entry)}>
          Show
        </SmallButton>
        <SmallButton
          busy={busy}
          about={formatPublication(entry)}
          onClick={() => void restore(`Publish ${formatPublication(entry)} again?`, entry.items)}
        >
          Publish again
        </SmallButton>
        <SmallButton
          busy={busy}
          variant="destructive"
          about={formatPublication(entry)}
          onClick={() => void deletePublication(entry)}
        >
          Delete permanently
        </SmallButton>
      </>
    ),
  })
  return (
    <section aria-labelledby="publications" className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 id="publications" className="text-base">
          Publishing history
        </h3>
        <SmallButton
          busy={busy}
          disabled={current.items.length === 0}
          onClick={() => void restore('Go back to the built-in pictures?', [])}
        >
          Go back to the built-in pictures
        </SmallButton>
      </div>
      <VersionList label="Publishing history" deletion={permanentDeletion} versions={history.map(toVersion)} />
      <p className="text-concrete-600 text-sm">The ten publications before the current one are kept.</p>
      {looked && (
        <ReadingDialog onClose={() => setLooked(undefined)} title={capitalise(formatPublication(looked))}>
          <PublishedSlots
            items={looked.items}
            heading="h3"
            emptySlot={() => looked.deleted > 0 && <p className="text-sm">{texts.picturesDeleted(looked.deleted)}</p>}
          />
        </ReadingDialog>
      )}
    </section>
  )
}
