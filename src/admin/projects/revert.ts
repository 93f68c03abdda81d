import type { ProjectDraft } from '@contract/project'
import { queryClient } from '@/admin/backend/query-client'
import { toast } from '@/components/ui/toast'
import { prepareFiles, removePhotograph } from './choose-photographs'
import { getValue, isEqual, listPhotos, listValues, parseField, photoField } from './draft'
import { projectEditors } from './sync/editor'
import type { Changes } from './sync/merge'
import { outbox } from './sync/outbox'

const hasPhoto = (draft: ProjectDraft, photo: string) => draft.photographs[photo]?.removed === false

/**
 * Reverts a draft to `to`, except fields that differ from `from`. Permanently deleted images stay deleted. `files` has
 * the unsent images of `to`.
 */
export const revert = (id: string, from: ProjectDraft, to: ProjectDraft, files: Changes = {}): void => {
  const editor = projectEditors.get(id)
  const before = editor.draft
  const isUnchanged = ([field, value]: [string, unknown]) => isEqual(getValue(before, field), value)
  const isLost = (photo: string) =>
    to.photographs[photo]?.picture != null &&
    editor.knownRow.draft.photographs[photo]?.picture === null &&
    !files[photoField(photo, 'picture')]
  const listFields = (draft: ProjectDraft, photo: string) =>
    listValues(draft).filter(([field]) => parseField(field).photo === photo)
  const removed = listPhotos(from).filter(({ id: photo }) => !hasPhoto(to, photo))
  const untouched = removed.filter(({ id: photo }) => listFields(from, photo).every(isUnchanged))
  for (const photo of untouched) removePhotograph(id, photo.id)
  const returned = listPhotos(to).filter(({ id: photo }) => !hasPhoto(from, photo) && !hasPhoto(before, photo))
  for (const { id: photo } of returned) if (!isLost(photo)) editor.setField(photoField(photo, 'removed'), false)
  for (const [field, value] of listValues(to)) {
    const { photo, part } = parseField(field)
    const isBack = returned.some((one) => one.id === photo)
    const isShown = !photo || (hasPhoto(to, photo) && !isLost(photo) && (isBack || hasPhoto(before, photo)))
    const isKept = part === 'removed' || (!isBack && !isUnchanged([field, getValue(from, field)]))
    if (isShown && !isKept && !isUnchanged([field, value]))
      editor.setField(field, value, { files: files[field]?.files })
  }
}

/** Reverts a draft and offers an undo that keeps later edits. */
export const revertToVersion = (id: string, version: ProjectDraft, message: string): void => {
  const { owner } = outbox
  const editor = projectEditors.get(id)
  const { draft, pendingChanges, status, undoRevert } = editor
  editor.setStatus(() => ({ files: {} }))
  revert(id, draft, version)
  const undo = async () => {
    const current = projectEditors.get(id)
    if (outbox.owner !== owner) return
    try {
      await queryClient.ensureQueryData(current.query)
    } catch {
      offerUndo()
      return
    }
    current.undoRevert = undefined
    revert(id, version, draft, pendingChanges)
    const isShown = ([photo]: [string, File]) => current.draft.photographs[photo]?.removed === false
    prepareFiles(id, Object.fromEntries(Object.entries(status.files).filter(isShown)))
    // Also undo an earlier revert.
    await undoRevert?.()
  }
  const offerUndo = () => {
    projectEditors.get(id).undoRevert = undo
    const onDismiss = () => {
      projectEditors.get(id).undoRevert = undefined
    }
    toast.success(message, { id: `put back ${id}`, undo, stays: true, onDismiss })
  }
  offerUndo()
}
