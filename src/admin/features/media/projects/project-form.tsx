import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, CloudUpload } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { ConfirmDialog } from '@/admin/components/confirm-dialog'
import { EmptyState } from '@/admin/components/empty-state'
import { SmallButton } from '@/admin/components/small-button'
import { useAdminSession } from '@/admin/features/session/admin-session'
import { adminMessages } from '@/admin/messages'
import { useAction } from '@/admin/query-client'
import { Button } from '@/components/ui/button'
import { paths } from '@/paths'
import { Conflict, Gone, LeftWords } from './conflict'
import { changesOf, freeAddressOf, isSame, type Problems, problemsOf, toContent } from './content'
import { begun, forget, isUnsaved, type Opened, shownDraft, startAnew, update } from './opened'
import { Photographs } from './photographs'
import { Preview } from './preview'
import { ProjectFields } from './project-fields'
import { Published, SaveStatus } from './project-status'
import { portfolioQuery } from './projects'
import * as saver from './saver'

const PAUSE_MS = 1_000

type FormProps = { id: string; opened: Opened; onOpen: (id: string | undefined, replace?: boolean) => void }

/** Edits one project, which saves itself. */
export function ProjectForm({ id, opened, onOpen }: FormProps) {
  const user = useAdminSession().user?.id
  // Asked for once: saves do not read the whole list again.
  const list = useQuery({ ...portfolioQuery, enabled: ({ state }) => state.data === undefined })
  const others = (list.data ?? []).filter((card) => card.id !== id)
  // What is wrong then shows until it is right.
  const [isChecked, setChecked] = useState(false)
  const [dialog, setDialog] = useState<'preview' | 'publish' | 'back' | 'drop' | 'delete'>()
  const close = () => setDialog(undefined)
  const form = useRef<HTMLFormElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const { draft, saved, theirs, busy, edits } = opened
  const [before] = useState(draft)
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus()
  }, [])
  useEffect(() => {
    if (edits === 0) return
    const timer = setTimeout(saver.save, PAUSE_MS, id)
    return () => clearTimeout(timer)
  }, [id, edits])
  const leave = useEffectEvent((isPage: boolean) => saver.saveBeforeLeaving(id, isPage))
  useEffect(() => {
    const left = new AbortController()
    const { signal } = left
    document.addEventListener('visibilitychange', () => document.hidden && leave(true), { signal })
    window.addEventListener('pagehide', () => leave(true), { signal })
    return () => {
      left.abort()
      leave(false)
    }
  }, [])
  const deleting = useAction({
    scope: { id: saver.scopeOf(id) },
    onMutate: () => update(id, () => ({ busy: 'delete' })),
    mutationFn: async () => saver.deleteDraft(id),
    refetches: portfolioQuery.queryKey,
    onError: () => update(id, () => ({ busy: undefined })),
    onSuccess: () => {
      forget(id)
      if (form.current) onOpen(undefined)
    },
  })

  const back = (
    <SmallButton variant="ghost" Icon={ArrowLeft} onClick={() => onOpen(undefined)} className="justify-self-start">
      All projects
    </SmallButton>
  )
  if (theirs === null && !isUnsaved(opened))
    return <EmptyState title={adminMessages.errors['not-found']} action={back} />

  const content = toContent(draft)
  const problems: Problems = isChecked ? problemsOf(draft) : {}
  const isPublic = saved.status === 'published'
  const address =
    saved.address ??
    freeAddressOf(
      draft.title,
      others.map((card) => card.address),
    )
  const hasNamesake = content.title !== '' && others.some(({ title }) => title === content.title)

  const check = (checked = draft): boolean => {
    // The fields must say it before one of them is focused.
    flushSync(() => setChecked(true))
    const wrong = Object.keys(problemsOf(checked))
    const fields = wrong.map((name) => (name === 'images' ? '[type="file"]' : `[name="${name}"]`))
    if (wrong.length > 0) form.current?.querySelector<HTMLElement>(fields.join())?.focus()
    return wrong.length === 0
  }
  const change = (fact: Partial<Opened['draft']>) => saver.change(id, (before) => ({ ...before, ...fact }))
  const retry = () => {
    saver.save(id)
    saver.uploadScaled(id)
  }
  const answer = (fact: Partial<Opened>) => {
    close()
    setChecked(false)
    update(id, () => fact)
    saver.save(id)
    // The pressed button goes.
    heading.current?.focus()
  }
  const drop = () => {
    if (theirs) return answer(begun(theirs))
    forget(id)
    onOpen(undefined)
  }

  return (
    <form
      ref={form}
      noValidate
      aria-busy={busy !== undefined}
      onSubmit={(event) => event.preventDefault()}
      className="grid grid-cols-1 gap-6"
    >
      <Published opened={opened} />
      <div className="grid gap-2">
        {back}
        <h2 ref={heading} tabIndex={-1} dir="auto" className="wrap-anywhere text-lg outline-none">
          {draft.title.trim() || (saved.version === null ? 'New project' : 'Without a title')}
        </h2>
      </div>
      {theirs === undefined && <LeftWords {...{ id, opened, user }} />}
      {theirs === null && <Gone onKeep={() => onOpen(startAnew(id), true)} onDrop={() => setDialog('drop')} />}
      {theirs && (
        <Conflict
          theirs={theirs}
          mine={content}
          onKeep={() => answer({ saved: theirs, theirs: undefined })}
          onDrop={() => setDialog('drop')}
        />
      )}
      <fieldset
        disabled={busy !== undefined}
        className="grid min-w-0 grid-cols-1 items-start gap-8 xl:grid-cols-2 [&_:is(input,textarea,select,button)]:scroll-mb-28"
      >
        <ProjectFields
          {...{ draft, before, problems, address, hasNamesake }}
          isFixed={saved.address !== null}
          onChange={change}
        />
        <Photographs {...{ id, opened, before, problems }} />
      </fieldset>
      <div className="sticky bottom-0 z-10 flex flex-wrap items-center gap-2 border-concrete-200 border-t bg-paper py-3">
        <SaveStatus opened={opened} onRetry={retry} />
        <Button
          variant="green"
          disabled={busy !== undefined || theirs !== undefined || (isPublic && isSame(saved.published, content))}
          onClick={() => check() && setDialog('publish')}
        >
          <CloudUpload aria-hidden className="size-5" /> Publish
        </Button>
        <Button variant="outline" onClick={() => check(shownDraft(opened)) && setDialog('preview')}>
          Preview
        </Button>
        {busy === 'publish' && (
          <Button variant="outline" onClick={() => update(id, () => ({ busy: undefined }))}>
            Cancel
          </Button>
        )}
        {saved.published_draft && !isSame(saved.published_draft, draft) && (
          <Button variant="outline" disabled={busy !== undefined} onClick={() => setDialog('back')}>
            Back to what visitors see
          </Button>
        )}
        {saved.address === null && (saved.version !== null || edits > 0) && (
          <SmallButton variant="destructive" disabled={busy !== undefined} onClick={() => setDialog('delete')}>
            Delete draft
          </SmallButton>
        )}
      </div>
      {dialog === 'preview' && <Preview opened={opened} onClose={close} />}
      <ConfirmDialog
        open={dialog === 'publish'}
        onClose={close}
        title="Publish this project?"
        description={
          <>
            <p>Every visitor will see it at {paths.project.href(address)}. What will change:</p>
            <ul className="list-disc pl-5 text-sm">
              {changesOf(isPublic ? saved.published : null, content, saved.address === null).map((one) => (
                <li key={one}>{one}</li>
              ))}
            </ul>
          </>
        }
        confirmLabel="Publish now"
        tone="default"
        onConfirm={() => {
          close()
          saver.publish(id)
        }}
      />
      <ConfirmDialog
        open={dialog === 'back'}
        onClose={close}
        title="Go back to what visitors see?"
        description="What was changed since it was published is lost for good."
        confirmLabel="Go back"
        onConfirm={() => answer({ draft: saved.published_draft ?? draft, edits: edits + 1 })}
      />
      <ConfirmDialog
        open={dialog === 'drop'}
        onClose={close}
        title="Discard what you entered?"
        description="What you entered since it was saved last is lost for good."
        confirmLabel="Discard"
        onConfirm={drop}
      />
      <ConfirmDialog
        open={dialog === 'delete'}
        onClose={close}
        title="Delete this draft?"
        description="It was never published. Its words and photographs are deleted for good."
        confirmLabel="Delete draft"
        busyLabel="Deleting..."
        action={deleting}
        onConfirm={() => void deleting.mutate()}
      />
    </form>
  )
}
