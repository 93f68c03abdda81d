import { adminMessages } from '@/admin/messages'

type StorageNotesProps = { storageKey: string; unreadable: string; corrupt: boolean; blocked: boolean }

/** Explains why saved files are missing from the list, or cannot be saved at all. */
export function StorageNotes({ storageKey, unreadable, corrupt, blocked }: StorageNotesProps) {
  if (!corrupt && !blocked) return null
  return (
    <p className="rounded-lg border border-made/50 bg-gravel/25 px-4 py-3 text-sm">
      {corrupt && (
        <>
          <strong className="font-semibold">{unreadable}.</strong> {adminMessages.media.setAside(storageKey)}
        </>
      )}
      {blocked && adminMessages.media.blocked}
    </p>
  )
}
