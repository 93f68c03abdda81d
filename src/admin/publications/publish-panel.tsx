import { PUBLICATION_LIMITS, type PublicationItem } from '@contract/publication'
import { useQuery } from '@tanstack/react-query'
import { CloudUpload } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { Card } from '@/admin/components/card'
import { ErrorPanel } from '@/admin/components/error-panel'
import { QueryView } from '@/admin/components/query-view'
import { SectionHeader } from '@/admin/components/section-header'
import { useRebuildStatus } from '@/admin/data/attention'
import { type HistoryEntry, historyQuery } from '@/admin/data/publications'
import { BlockedNote, UnreadableNote } from '@/admin/saved-media/notes'
import { rebuildStatusText } from '@/admin/text/build-text'
import { formatDateTime } from '@/admin/text/format-date'
import { adminErrorText, adminMessages, pluralise } from '@/admin/text/messages'
import { Alert, FocusedMessage } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Form } from '@/components/ui/form'
import { AppError, isAppError } from '@/lib/errors'
import { messages } from '@/messages'
import { heroSlides, projectImages } from '@/storage/media-keys'
import { checkAltTexts, DraftSlots, isBlocking, useDraft } from './draft'
import { History } from './history'
import { fillEmptySlots, publicationChanges, toItems } from './plan'
import { PublishedSlots } from './publication-parts'
import { PublishConflict, UploadProgress } from './publish-progress'
import { type Publishing, type PublishOutcome, usePublish } from './use-publish'

const texts = adminMessages.media.publish

/** Whether all files were uploaded but the publish response was lost. */
const isPublishUncertain = (error: unknown): boolean =>
  isAppError(error, 'offline', 'timed-out') && error.file === undefined

// PostgreSQL's error detail. The failing row starts with publication, place and position.
const REFUSED_ROW = /\(\d+, (hero|latest), (\d+)[,)]/

const refusedItemText = (error: unknown): string | undefined => {
  const { message, details } = ((error as Error).cause ?? {}) as { message?: string; details?: string | null }
  if (message !== 'publication_items') return undefined
  const [, slot, position] = REFUSED_ROW.exec(details ?? '') ?? []
  const number = Number(position) + 1
  if (slot === undefined) return texts.itemRefused('a picture')
  return texts.itemRefused(slot === 'hero' ? `hero slide ${number}` : `picture ${number} of ‘Our Latest Projects’`)
}

const publishErrorText = (error: unknown): string => {
  if (isPublishUncertain(error)) return texts.responseLostHint
  if (isAppError(error, 'not-found')) return `${texts.fileMissing} ${texts.unchanged}`
  const { file } = error instanceof AppError ? error : {}
  if (file === undefined) return `${refusedItemText(error) ?? adminErrorText(error)} ${texts.unchanged}`
  const reason = isAppError(error, 'too-large')
    ? texts.tooLarge(file)
    : isAppError(error, 'unsupported-type')
      ? texts.wrongType(file)
      : adminErrorText(error)
  return `${reason} ${texts.unchanged} ${texts.uploadsKept}`
}

const by = ({ published_at, publisher }: HistoryEntry) =>
  `Published ${formatDateTime(published_at)}${publisher ? ` by ${publisher}` : ''}`

const outcomeText = (outcome: PublishOutcome, sent: Publishing | undefined): string => {
  if (outcome === 'cancelled') return texts.cancelledText
  if (!sent?.isRestore) return texts.live
  return sent.items.length > 0 ? texts.restored : texts.builtInRestored
}

type PanelProps = { id: string; title: string; text: string; children: ReactNode }

function Panel({ id, title, text, children }: PanelProps) {
  return (
    <Card as="section" aria-labelledby={id} className="grid gap-5 p-4">
      <div>
        <h3 id={id} className="text-base">
          {title}
        </h3>
        <p className="wrap-anywhere mt-1 text-concrete-600 text-sm">{text}</p>
      </div>
      {children}
    </Card>
  )
}

const usePublisher = (history: readonly HistoryEntry[]) => {
  const current = history[0]
  const visible: readonly PublicationItem[] = current?.items ?? []
  const draft = useDraft(history)
  const { entries } = draft
  const publish = usePublish()
  const ready = entries.flatMap(({ item, prepared, altText }) =>
    prepared && 'media' in prepared ? [{ item, media: prepared.media, files: prepared.files, altText }] : [],
  )
  const kept = visible.filter(({ place }) => !draft.reset.includes(place))
  const items = fillEmptySlots(toItems(ready), kept)
  const replaces = current?.id ?? null
  const sendDraft = () =>
    publish.mutate({ items, files: ready.flatMap(({ files }) => files), replaces, isRestore: false })
  const restore = (restored: readonly PublicationItem[]) =>
    void publish.mutate({ items: [...restored], files: [], replaces, isRestore: true })
  return {
    current,
    visible,
    draft,
    publish,
    sendDraft,
    restore,
    waiting: entries.find(({ prepared }) => prepared === undefined),
    blocking: entries.filter(isBlocking),
    changes: publicationChanges(visible, items),
    repeat: () => (publish.variables?.isRestore ? restore(publish.variables.items) : void sendDraft()),
  }
}

type Publisher = ReturnType<typeof usePublisher>

function Changes({ current, draft, waiting, blocking, changes }: Publisher) {
  const { entries, slideCount } = draft
  const { hero } = PUBLICATION_LIMITS
  return (
    <div aria-live="polite" className="grid gap-1 text-sm">
      {waiting ? (
        <p>{`Processing ${entries.indexOf(waiting) + 1} of ${entries.length}: ${waiting.item.name}...`}</p>
      ) : blocking.length > 0 ? (
        <p className="text-danger">{`${pluralise(blocking.length, 'item')} can’t be published. See your draft below.`}</p>
      ) : changes.length === 0 ? (
        <p>{current ? 'Nothing has changed since the last publication.' : 'Your draft matches the live site.'}</p>
      ) : (
        changes.map((change) => <p key={change}>{change}</p>)
      )}
      {slideCount > hero && <p>{texts.tooManySlides(hero, slideCount)}</p>}
    </div>
  )
}

type OutcomeProps = { publisher: Publisher; onKeepTheirs: () => void }

function Outcome({ publisher, onKeepTheirs }: OutcomeProps) {
  const { current, publish, repeat } = publisher
  const { error, data, variables } = publish
  if (isAppError(error, 'conflict') && current)
    return <PublishConflict newest={current} onPublish={repeat} onKeep={onKeepTheirs} />
  if (error)
    return (
      <ErrorPanel title={isPublishUncertain(error) ? texts.responseLost : texts.failed} error={error} silent>
        {publishErrorText(error)}
      </ErrorPanel>
    )
  if (!data) return null
  return (
    <Alert tone="success" title={data === 'cancelled' ? 'Cancelled.' : 'Published.'}>
      {outcomeText(data, variables)}
    </Alert>
  )
}

function PublishForm({ history }: { history: readonly HistoryEntry[] }) {
  const build = useRebuildStatus()
  const publisher = usePublisher(history)
  const { current, visible, draft, publish, sendDraft, restore, waiting, blocking, changes } = publisher
  const heading = useRef<HTMLHeadingElement>(null)
  const busy = publish.isPending
  const isClosed = isAppError(publish.error, 'conflict') || waiting !== undefined || blocking.length > 0

  const keepTheirs = () => {
    publish.reset()
    heading.current?.focus()
  }

  return (
    <Form
      check={(typed) => {
        const problems = checkAltTexts(draft.entries, typed)
        return Object.keys(problems).length > 0 ? { ok: false, problems } : { ok: true, value: undefined }
      }}
      action={async () => void (await sendDraft())}
      className="grid gap-6"
    >
      <SectionHeader
        title="Publish to the website"
        description="Visitors see the last publication. Your draft is what you’ve saved in this browser under Video Management and Project Images. Only you can see it until you publish."
      />
      {draft.slides.state === 'blocked' && <BlockedNote />}
      <UnreadableNote stored={heroSlides} unreadable={messages.media.heroSlidesUnreadable} />
      <UnreadableNote stored={projectImages} unreadable={messages.media.projectImagesUnreadable} />
      <Card as="section" aria-labelledby="changes" className="grid gap-3 p-4">
        <h3 ref={heading} id="changes" tabIndex={-1} className="text-base">
          Changes
        </h3>
        <Changes {...publisher} />
        {busy && publish.progress ? (
          <UploadProgress progress={publish.progress} onCancel={publish.cancel} />
        ) : (
          <div>
            <Button
              type="submit"
              variant="green"
              busy={busy}
              disabled={isClosed || changes.length === 0}
              className="max-sm:w-full"
            >
              <CloudUpload aria-hidden className="size-5" /> <span>{busy ? 'Publishing...' : 'Publish'}</span>
            </Button>
          </div>
        )}
        {(publish.error ?? publish.data) && (
          <FocusedMessage key={publish.submittedAt}>
            <Outcome publisher={publisher} onKeepTheirs={keepTheirs} />
          </FocusedMessage>
        )}
      </Card>
      <div className="grid items-start gap-6 min-[820px]:grid-cols-2">
        <Panel
          id="visible"
          title="Live now"
          text={current ? by(current) : 'Nothing published yet. Visitors see the built-in pictures.'}
        >
          <PublishedSlots items={visible} />
          <p className="min-h-[2lh] text-sm">{build && rebuildStatusText(build)}</p>
        </Panel>
        <Panel
          id="draft"
          title="Your draft"
          text="Describe each picture in a few words. Descriptions under ‘Our Latest Projects’ are visible to everyone. Hero descriptions are for screen readers. Leave a hero picture’s description empty if the picture is purely decorative."
        >
          <DraftSlots
            draft={draft}
            published={visible}
            onEdit={() => {
              if (!busy) publish.reset()
            }}
          />
        </Panel>
      </div>
      <History history={history} busy={busy} onRestore={restore} />
    </Form>
  )
}

/** Publishes the draft or restores an earlier publication. */
export default function PublishPanel() {
  return (
    <QueryView query={useQuery(historyQuery)} failed={texts.historyFailed}>
      {(history) => <PublishForm history={history} />}
    </QueryView>
  )
}
