import { CircleAlert } from 'lucide-react'
import { type RefObject, useEffect, useRef } from 'react'
import { adminMessages } from '@/admin/messages'
import { toast } from '@/components/ui/toast'
import { clearUnusedFiles, lockFiles } from './save-file'
import type { Explained } from './texts'

type StorageNotesProps = { storageKey: string; unreadable: string; corrupt: boolean; blocked: boolean }

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

export function ProblemNote({ id, problem }: { id?: string; problem: Explained }) {
  return (
    <p id={id} role="alert" className="flex gap-2 text-danger text-sm">
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span>
        <strong className="font-semibold">{problem.text}</strong> {problem.hint}
      </span>
    </p>
  )
}

const UNDO_MS = 8_000

/** Reports a deletion with an undo button; the deleted file is locked until the message closes. */
export const toastWithUndo = (text: string, undo: () => void): void => {
  const locked = lockFiles()
  const release = () =>
    void locked
      .then((unlock) => unlock())
      .then(clearUnusedFiles)
      .catch(() => undefined)
  const action = {
    label: 'Undo',
    onClick: () => {
      undo()
      release()
    },
  }
  toast.success(text, { duration: UNDO_MS, action, onAutoClose: release, onDismiss: release })
}

/** Returns a ref whose element takes the focus when the list gets shorter and the focused item is gone. */
export const useFocusAfterRemoval = <T extends HTMLElement>(count: number): RefObject<T | null> => {
  const element = useRef<T>(null)
  const before = useRef(count)
  useEffect(() => {
    const shorter = count < before.current
    before.current = count
    if (!shorter) return
    // The closing dialog releases the focus a moment later.
    const timer = setTimeout(() => {
      if (document.activeElement === document.body) element.current?.focus()
    })
    return () => clearTimeout(timer)
  }, [count])
  return element
}
