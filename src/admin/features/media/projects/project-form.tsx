import { ArrowLeft, CloudUpload } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { ConfirmDialog } from '@/admin/components/confirm-dialog'
import { EmptyState } from '@/admin/components/empty-state'
import { SmallButton } from '@/admin/components/small-button'
import { adminMessages } from '@/admin/messages'
import { Button } from '@/components/ui/button'
import { paths } from '@/paths'
import { UploadProgress } from '../publish/publish-progress'
import { Conflict, Gone } from './conflict'
import { changesOf, freeIdOf, isSame, type Problems, problemsOf, toContent, toDraft } from './content'
import { type Draft, EMPTY, NEW } from './draft-store'
import { Photographs } from './photographs'
import { Preview } from './preview'
import { ProjectFields } from './project-fields'
import type { Card, OwnProject } from './projects'
import type { useSave } from './save-project'
import { useDraft } from './use-draft'

const texts = adminMessages.media.projects
const question = { title: 'Stop uploading?', text: 'What you entered stays in this browser; save it later.' }

type Wanted = 'save' | 'publish'

type ProjectFormProps = {
  id: string
  saved: OwnProject | undefined
  cards: readonly Card[]
  save: ReturnType<typeof useSave>
  onClose: () => void
}

/** Edits one project: what is entered stays in this browser until it is saved. */
export function ProjectForm({ id, saved, cards, save, onClose }: ProjectFormProps) {
  const state = useDraft(id, saved ? toDraft(saved) : EMPTY)
  // What it was checked for: what is wrong then shows until it is right.
  const [checked, setChecked] = useState<Wanted>()
  const [dialog, setDialog] = useState<'preview' | 'publish' | 'discard'>()
  const close = () => setDialog(undefined)
  const form = useRef<HTMLFormElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const isOpen = state.draft !== undefined
  useEffect(() => {
    if (isOpen && document.activeElement === document.body) heading.current?.focus()
  }, [isOpen])

  const busy = save.isPending
  const back = (
    <SmallButton variant="ghost" Icon={ArrowLeft} disabled={busy} onClick={onClose} className="justify-self-start">
      All projects
    </SmallButton>
  )
  const { draft, place, isUnreadable } = state
  if (!draft || !place) return <p role="status">{texts.loading}</p>
  const isClean = place === 'clean'
  if (id !== NEW && !saved && isClean) return <EmptyState title={adminMessages.errors['not-found']} action={back} />

  const content = toContent(draft)
  const problems: Problems = checked ? problemsOf(draft, checked === 'publish') : {}
  const isGone = !busy && draft.base !== null && !saved
  const isOvertaken = !busy && saved && draft.base !== null && draft.base.version !== saved.version
  const isHeldUp = busy || isGone || isOvertaken || state.isAdding || state.preparing !== undefined
  const isPublic = saved?.status === 'published'
  const others = cards.filter((card) => card.id !== saved?.id)
  const isFixed = Boolean(saved?.published_at)
  const address = isFixed && saved ? saved.id : freeIdOf(draft.title, others)
  const hasNamesake = content.title !== '' && others.some(({ title }) => title === content.title)

  const check = (wanted: Wanted): boolean => {
    // The fields must say it before one of them is focused.
    flushSync(() => setChecked(wanted))
    const wrong = Object.keys(problemsOf(draft, wanted === 'publish'))
    const fields = wrong.map((name) => (name === 'images' ? '[type="file"]' : `[name="${name}"]`))
    if (wrong.length > 0) form.current?.querySelector<HTMLElement>(fields.join())?.focus()
    return wrong.length === 0
  }
  const send = (wanted: Wanted) =>
    save.mutate({ key: id, draft, isSaved: isClean && draft.base !== null, publishes: wanted === 'publish' })
  const change = (fact: Partial<Draft>) => state.change((before) => ({ ...before, ...fact }))
  const goOn = (base: Draft['base']) => {
    void change({ base })
    // The pressed button goes.
    heading.current?.focus()
  }

  return (
    <form
      ref={form}
      noValidate
      aria-busy={busy}
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        if (!isHeldUp && check('save')) void send('save')
      }}
      className="grid grid-cols-1 gap-6"
    >
      <div className="grid gap-2">
        {back}
        <h2 ref={heading} tabIndex={-1} dir="auto" className="wrap-anywhere text-lg outline-none">
          {draft.title.trim() || (id === NEW ? 'New project' : 'Without a title')}
        </h2>
        <p role="status" className={place === 'refused' ? 'text-danger text-sm' : 'text-concrete-600 text-sm'}>
          {id === NEW && isClean ? 'Nothing entered yet.' : texts.place[place]}
        </p>
        {!isClean && (
          <SmallButton
            variant="danger"
            disabled={busy || state.isAdding}
            onClick={() => setDialog('discard')}
            className="justify-self-start"
          >
            Discard changes
          </SmallButton>
        )}
        {isUnreadable && <p className="text-danger text-sm">{texts.unreadable}</p>}
      </div>
      {isGone && <Gone onKeep={() => goOn(null)} onDrop={() => setDialog('discard')} />}
      {isOvertaken && (
        <Conflict
          theirs={saved}
          mine={content}
          onKeep={() => goOn({ id: saved.id, version: saved.version })}
          onDrop={() => setDialog('discard')}
        />
      )}
      <fieldset
        disabled={busy}
        className="grid min-w-0 grid-cols-1 items-start gap-8 xl:grid-cols-2 [&_:is(input,textarea,select,button)]:scroll-mb-28"
      >
        <ProjectFields {...{ draft, problems, address, isFixed, hasNamesake }} onChange={change} />
        <Photographs {...{ state, draft, problems }} project={id} />
      </fieldset>
      {busy && save.progress ? (
        <UploadProgress
          progress={save.progress}
          onCancel={save.cancel}
          note={save.isPaused ? texts.offline : undefined}
          question={question}
        />
      ) : (
        <div className="sticky bottom-0 z-10 flex flex-wrap items-center gap-2 border-concrete-200 border-t bg-paper py-3">
          <Button type="submit" variant="default" disabled={isHeldUp || (isClean && draft.base !== null)}>
            {busy ? 'Saving...' : 'Save'}
          </Button>
          <Button
            variant="green"
            disabled={isHeldUp || (isPublic && isSame(saved.published, content))}
            onClick={() => check('publish') && setDialog('publish')}
          >
            <CloudUpload aria-hidden className="size-5" /> Publish
          </Button>
          <Button
            variant="outline"
            disabled={state.preparing !== undefined}
            onClick={() => check('publish') && setDialog('preview')}
          >
            Preview
          </Button>
        </div>
      )}
      {dialog === 'preview' && <Preview project={id} content={content} onClose={close} />}
      <ConfirmDialog
        open={dialog === 'publish'}
        onClose={close}
        title="Publish this project?"
        description={
          <>
            <p>Every visitor will see it at {paths.project.href(address)}. What will change:</p>
            <ul className="list-disc pl-5 text-sm">
              {changesOf(isPublic ? saved.published : null, content, !isFixed).map((one) => (
                <li key={one}>{one}</li>
              ))}
            </ul>
          </>
        }
        confirmLabel="Publish now"
        tone="default"
        onConfirm={() => {
          close()
          void send('publish')
        }}
      />
      <ConfirmDialog
        open={dialog === 'discard'}
        onClose={close}
        title="Discard what you entered?"
        description={
          saved ? 'The project is again as it was saved last.' : 'It was not saved to the server, and is lost for good.'
        }
        confirmLabel="Discard"
        onConfirm={() => {
          close()
          setChecked(undefined)
          void state.reset().then(() => heading.current?.focus())
        }}
      />
    </form>
  )
}
