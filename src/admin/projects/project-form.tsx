import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, CloudUpload, History } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { isTransient } from '@/admin/backend/errors'
import { confirm } from '@/admin/components/confirm'
import { EmptyState } from '@/admin/components/empty-state'
import { SmallButton } from '@/admin/components/small-button'
import { portfolioQuery } from '@/admin/data/projects'
import { adminMessages } from '@/admin/text/messages'
import { Button } from '@/components/ui/button'
import { useReservedSpace } from '@/components/ui/use-reserved-space'
import { paths } from '@/paths'
import { moveToNewProject } from './choose-photographs'
import { DeletedNotice } from './conflicts'
import { contentChanges, findFreeSlug, type ProjectProblems, toContent, validateDraft } from './content'
import { isEqual } from './draft'
import { Preview } from './preview'
import { ProjectFields } from './project-fields'
import { ProjectImages } from './project-images'
import { Published, SaveStatus } from './project-status'
import { usePublishing } from './publishing'
import { revertToVersion } from './revert'
import { projectEditors } from './sync/editor'
import type { ProjectState } from './use-project'
import { EarlierVersions } from './versions'

const texts = adminMessages.media.projects

/** `project` parameter of a new project until its first change. */
export const NEW_PROJECT = 'new'

/** Callback that opens a project, or the list without one. */
export type OnOpen = (project?: string, options?: { replace?: boolean }) => void

function BackButton({ onOpen }: { onOpen: OnOpen }) {
  return (
    <SmallButton variant="ghost" Icon={ArrowLeft} onClick={() => onOpen()} className="justify-self-start">
      All projects
    </SmallButton>
  )
}

export function NoProject({ onOpen }: { onOpen: OnOpen }) {
  return <EmptyState title={adminMessages.errors['not-found']} action={<BackButton onOpen={onOpen} />} />
}

export function ProjectForm({ project, onOpen }: { project: ProjectState; onOpen: OnOpen }) {
  const { id, row, draft, changes, conflicts } = project
  const editor = projectEditors.get(id)
  const { published_draft: published } = row
  // Don't refetch the whole list after each save.
  const list = useQuery({ ...portfolioQuery, enabled: ({ state }) => state.data === undefined })
  const others = (list.data ?? []).filter((card) => card.id !== id)
  const [isChecked, setChecked] = useState(false)
  const [dialog, setDialog] = useState<'preview' | 'versions'>()
  const close = () => setDialog(undefined)
  const form = useRef<HTMLFormElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const bar = useReservedSpace<HTMLDivElement>('--bar-height')
  const [initial] = useState(draft)
  const publishing = usePublishing(id, () => form.current && void publish(true))
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus()
  }, [])
  useEffect(() => {
    // The project may have been restored elsewhere.
    if (!row.isGone) projectEditors.get(id).resume()
  }, [id, row.isGone])
  const isUnsaved = Object.keys(changes).length > 0
  if (row.isGone && !isUnsaved) return <NoProject onOpen={onOpen} />

  const content = toContent(draft)
  const problems: ProjectProblems = isChecked ? validateDraft(draft) : {}
  const isPublic = row.status === 'published'
  const busy = publishing.isPending
  const isStopped = Object.keys(conflicts).length > 0 || editor.rejected.some(([, why]) => !isTransient(why))
  const taken = others.map((card) => card.address)
  const address = row.address ?? findFreeSlug(draft.title, taken)
  const hasNamesake = content.title !== '' && others.some(({ title }) => title === content.title)

  const check = (): boolean => {
    // Render the problems before focusing a field.
    flushSync(() => setChecked(true))
    const wrong = Object.keys(validateDraft(draft))
    const fields = wrong.map((name) => (name === 'images' ? '[type="file"]' : `[name="${name}"]`))
    if (wrong.length > 0) form.current?.querySelector<HTMLElement>(fields.join())?.focus()
    return wrong.length === 0
  }

  const publish = async (isChanged: boolean) => {
    const shown = toContent(editor.draft)
    const { address: known, status, published: before } = editor.knownRow
    const changed = contentChanges(status === 'published' ? before : null, shown, known === null)
    const isConfirmed = await confirm({
      title: isChanged ? 'Publish anyway?' : 'Publish this project?',
      description: (
        <>
          {isChanged && <p>{texts.changedMeanwhile}</p>}
          <p>{`It will be live at ${paths.project.href(known ?? findFreeSlug(shown.title, taken))}. Changes:`}</p>
          <ul className="list-disc pl-5 text-sm">
            {changed.map((change) => (
              <li key={change}>{change}</li>
            ))}
          </ul>
        </>
      ),
      confirmLabel: 'Publish now',
      tone: 'default',
    })
    if (!isConfirmed) return
    setChecked(false)
    void publishing.mutate({ shown })
  }

  const discard = async () => {
    const isConfirmed = await confirm({
      title: 'Discard your changes?',
      description: 'Anything you’ve entered since the last save will be lost.',
      confirmLabel: 'Discard',
    })
    if (!isConfirmed) return
    projectEditors.discard(id)
    onOpen()
  }

  const deleteDraft = async () => {
    const isDeleted = await confirm({
      title: 'Delete this draft?',
      description: texts.deleteDraft,
      confirmLabel: 'Delete draft',
      busyLabel: 'Deleting...',
      action: () => editor.deleteDraft(),
      refetches: portfolioQuery.queryKey,
    })
    if (!isDeleted) return
    const isShown = form.current !== null
    projectEditors.discard(id)
    if (isShown) onOpen()
  }

  return (
    <form
      ref={form}
      noValidate
      data-project={id}
      aria-busy={busy}
      onSubmit={(event) => event.preventDefault()}
      className="grid grid-cols-1 gap-6"
    >
      <Published isDone={publishing.isDone} address={row.address} />
      <div className="grid gap-2">
        <div className="flex flex-wrap justify-between gap-2">
          <BackButton onOpen={onOpen} />
          {row.address !== null && !row.isGone && (
            <SmallButton Icon={History} busy={busy} onClick={() => setDialog('versions')}>
              Earlier versions
            </SmallButton>
          )}
        </div>
        <h2 ref={heading} tabIndex={-1} dir="auto" className="wrap-anywhere text-lg outline-none">
          {draft.title.trim() || (row.version === 0 ? 'New project' : 'Untitled project')}
        </h2>
      </div>
      {row.isGone && (
        <DeletedNotice onKeep={() => onOpen(moveToNewProject(id), { replace: true })} onDrop={() => void discard()} />
      )}
      <fieldset disabled={busy} className="grid min-w-0 grid-cols-1 items-start gap-8 xl:grid-cols-2">
        <ProjectFields
          project={project}
          initial={initial}
          problems={problems}
          address={address}
          hasNamesake={hasNamesake}
          isFixed={row.address !== null}
        />
        <ProjectImages project={project} initial={initial} problems={problems} />
      </fieldset>
      <div
        ref={bar}
        className="low:static sticky bottom-(--banner-height,0px) z-10 flex flex-wrap items-center gap-2 border-concrete-200 border-t bg-paper py-3"
      >
        <SaveStatus project={project} publishing={publishing} />
        <Button
          variant="green"
          busy={busy}
          disabled={row.isGone || isStopped || (isPublic && isEqual(row.published, content))}
          onClick={() => check() && void publish(false)}
        >
          <CloudUpload aria-hidden className="size-5" /> Publish
        </Button>
        <Button variant="outline" onClick={() => check() && setDialog('preview')}>
          Preview
        </Button>
        {publishing.isPending && (
          <Button variant="outline" onClick={publishing.cancel}>
            Cancel
          </Button>
        )}
        {published && !isEqual(toContent(published), content) && (
          <Button
            variant="outline"
            busy={busy}
            onClick={() => {
              setChecked(false)
              revertToVersion(id, published, texts.isBack(published.title))
              // The focused button unmounts.
              heading.current?.focus()
            }}
          >
            Revert to live version
          </Button>
        )}
        {row.address === null && !row.isGone && (row.version > 0 || isUnsaved) && (
          <SmallButton variant="destructive" busy={busy} onClick={() => void deleteDraft()}>
            Delete draft
          </SmallButton>
        )}
      </div>
      {dialog === 'preview' && <Preview project={project} onClose={close} />}
      {dialog === 'versions' && (
        <EarlierVersions project={{ id, title: draft.title, status: row.status }} hasDraft onClose={close} />
      )}
    </form>
  )
}
