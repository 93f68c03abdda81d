import type { ReactNode } from 'react'
import { keepFocus } from '@/admin/components/keep-focus'
import { adminMessages } from '@/admin/text/messages'
import { toast } from '@/components/ui/toast'
import type { SavedFile } from '@/domain/media'
import type { UploadKind } from '@/domain/media-upload'
import type { StoredValue } from '@/storage/stored-value'
import { toastWithUndo } from './notes'
import { readRecords, removeRecord, restoreFile, restoreRecord } from './saved-files'
import { removeFromHero } from './use-hero'

type SavedListProps = {
  kind: UploadKind
  stored: StoredValue<SavedFile[]>
  list: readonly SavedFile[]
  title: string
  empty: ReactNode
  children: (onDelete: (file: SavedFile) => void) => ReactNode
}

/** Deleting a file also removes it from the hero. */
export function SavedList({ kind, stored, list, title, empty, children }: SavedListProps) {
  const deleteFile = (file: SavedFile) => {
    const index = readRecords(stored).findIndex(({ id }) => id === file.id)
    if (removeRecord(stored, file.id) !== 'written') return toast.error(adminMessages.media.notDeleted)
    const restoreSlide = removeFromHero(file.url)
    const description = restoreSlide && adminMessages.media.alsoOffHomepage
    const undo = async () => {
      const outcome = await restoreFile(file.url, (url) => restoreRecord(stored, { ...file, url }, index))
      return outcome === 'written' && restoreSlide ? restoreSlide() : outcome
    }
    toastWithUndo(adminMessages.media[kind].deleted, undo, description)
  }

  const id = `saved-${kind}s`
  return (
    <section aria-labelledby={id} className="grid grid-cols-1 gap-3">
      <h2 id={id} className="font-semibold text-sm">
        {title}
      </h2>
      {list.length === 0 ? empty : children((file) => void keepFocus(() => deleteFile(file)))}
    </section>
  )
}
