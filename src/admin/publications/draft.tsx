import { PUBLICATION_LIMITS, type PublicationItem } from '@contract/publication'
import { cleanLine } from '@contract/text'
import { queryOptions, skipToken, useQuery } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { queryClient } from '@/admin/backend/query-client'
import { SmallButton } from '@/admin/components/small-button'
import { TextLink } from '@/admin/components/text-link'
import type { HistoryEntry } from '@/admin/data/publications'
import { getThumbnailUrl, Thumb } from '@/admin/images/thumb'
import { listOrEmpty } from '@/admin/saved-media/saved-files'
import { adminMessages } from '@/admin/text/messages'
import { TextArea } from '@/components/ui/field'
import type { FieldProblem, FieldProblems } from '@/lib/validate'
import { paths } from '@/paths'
import { adminVideos } from '@/storage/admin-keys'
import { heroSlides, projectImages } from '@/storage/media-keys'
import { useStoredValue } from '@/storage/stored-value'
import { useMediaUrl } from '@/storage/use-media-url'
import { type DraftItem, draftItems, fallbackBySlot, getContentKey, type Slot } from './plan'
import { type Prepared, preparedQuery } from './prepare'
import { SlotRow, Slots, UnpublishedPictures } from './publication-parts'
import { rememberNames } from './use-unpublished'

export type DraftEntry = { item: DraftItem; prepared: Prepared | undefined; altText: string; omitted: boolean }

// Alt texts survive switching tabs. Sign-out and a change of user clear them.
const typedAltTexts = queryOptions({
  queryKey: ['alt texts'],
  queryFn: skipToken,
  initialData: {} as Readonly<Record<string, string>>,
  gcTime: Number.POSITIVE_INFINITY,
})

const initialAltText = (item: DraftItem, prepared: Prepared | undefined, history: readonly HistoryEntry[]): string => {
  const name = prepared && 'media' in prepared ? getContentKey(prepared.media) : undefined
  const published = history.flatMap(({ items }) => items).find((media) => getContentKey(media) === name)
  return published ? published.alt : item.altText
}

// The hero still has its other slides.
const isOptional = ({ place, kind }: DraftItem) => place === 'hero' && kind === 'image'

const toggleItem = <T,>(list: readonly T[], item: T): readonly T[] =>
  list.includes(item) ? list.filter((other) => other !== item) : [...list, item]

/** Prepares this browser's draft file by file. `reset`: slots that return to their fallback. */
export const useDraft = (history: readonly HistoryEntry[]) => {
  const slides = useStoredValue(heroSlides)
  const images = useStoredValue(projectImages)
  const videos = useStoredValue(adminVideos)
  const draft = useMemo(
    () => draftItems({ slides: listOrEmpty(slides), images: listOrEmpty(images), videos: listOrEmpty(videos) }),
    [slides, images, videos],
  )
  const [prepared, setPrepared] = useState<ReadonlyMap<string, Prepared>>(new Map())
  const { data: typed = {} } = useQuery(typedAltTexts)
  const [omitted, setOmitted] = useState<readonly string[]>([])
  const [reset, setReset] = useState<readonly Slot[]>([])

  useEffect(() => {
    let isOutdated = false
    const prepareAll = async () => {
      for (const item of draft) {
        const result = await queryClient.fetchQuery(preparedQuery(item))
        if (isOutdated) return
        if (item.place === 'latest' && 'media' in result)
          rememberNames([{ id: item.id.slice('latest '.length), name: getContentKey(result.media) }])
        setPrepared((before) => new Map(before).set(item.src, result))
      }
    }
    void prepareAll()
    return () => {
      isOutdated = true
    }
  }, [draft])

  const entries = draft.map((item): DraftEntry => {
    const files = prepared.get(item.src)
    return {
      item,
      prepared: files,
      altText: typed[item.src] ?? initialAltText(item, files, history),
      omitted: isOptional(item) || omitted.includes(item.src),
    }
  })
  const toggleOmitted = ({ src }: DraftItem) => setOmitted((before) => toggleItem(before, src))
  const toggleReset = (slot: Slot) => setReset((before) => toggleItem(before, slot))
  const setAltText = ({ src }: DraftItem, altText: string) =>
    queryClient.setQueryData(typedAltTexts.queryKey, (before) => ({ ...before, [src]: altText }))
  return { entries, setAltText, toggleOmitted, reset, toggleReset, slideCount: listOrEmpty(slides).length, slides }
}

type Draft = ReturnType<typeof useDraft>

const fixes: Record<Slot, { tab: string; text: string }> = {
  hero: { tab: 'videos', text: 'Choose another under Video Management' },
  latest: { tab: 'images', text: 'Delete or replace it under Project Images' },
}

/** Whether the owner must replace or omit an item before publishing. */
export const isBlocking = ({ prepared, omitted }: DraftEntry): boolean =>
  prepared !== undefined && 'problem' in prepared && !omitted

type ProblemProps = { entry: DraftEntry; problem: string; onOmit: () => void }

function Problem({ entry: { item, omitted }, problem, onOmit }: ProblemProps) {
  const { tab, text } = fixes[item.place]
  return (
    <div className="grid justify-items-start gap-1">
      <p className="font-semibold">{item.name}</p>
      <p className="flex gap-1.5 text-danger">
        <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
        <span>{problem}</span>
      </p>
      {omitted ? (
        <p className="text-concrete-600">Left out.</p>
      ) : (
        <TextLink to={`${paths.adminDashboard.href}?section=media&tab=${tab}`} className="min-h-6 font-semibold">
          {text}
        </TextLink>
      )}
      {!isOptional(item) && <SmallButton onClick={onOmit}>{omitted ? 'Include' : 'Leave out'}</SmallButton>}
    </div>
  )
}

// Project images need an alt text. Hero images may be decorative.
const checkAltText = ({ place }: DraftItem, altText: string): FieldProblem | undefined => {
  if (altText.length > PUBLICATION_LIMITS.alt) return 'too-long'
  return place === 'latest' && altText === '' ? 'missing' : undefined
}

/** Validates typed alt texts by item id. */
export const checkAltTexts = (entries: readonly DraftEntry[], typed: Record<string, string>): FieldProblems =>
  Object.fromEntries(
    entries.flatMap(({ item }) => {
      const text = typed[item.id]
      const problem = text === undefined ? undefined : checkAltText(item, cleanLine(text))
      return problem ? [[item.id, problem]] : []
    }),
  )

function DraftThumb({ item }: { item: DraftItem }) {
  const saved = useMediaUrl(item.kind === 'video' ? item.poster : item.src)
  return <Thumb src={item.kind === 'built-in' ? getThumbnailUrl(item.image) : saved} video={item.kind === 'video'} />
}

type DraftRowProps = { entry: DraftEntry; draft: Draft; onEdit: () => void }

function DraftRow({ entry, draft, onEdit }: DraftRowProps) {
  const { item, prepared, altText } = entry
  return (
    <SlotRow thumb={<DraftThumb item={item} />}>
      {prepared === undefined ? (
        <p className="text-concrete-600">{`${item.name}: processing...`}</p>
      ) : 'problem' in prepared ? (
        <Problem entry={entry} problem={prepared.problem} onOmit={() => draft.toggleOmitted(item)} />
      ) : item.kind === 'built-in' ? (
        <>
          <p className="font-semibold">Built-in picture</p>
          <p className="text-concrete-700">{item.altText}</p>
        </>
      ) : (
        <TextArea
          label={`Description of ${item.name}`}
          name={item.id}
          optional={item.place !== 'latest'}
          missing={adminMessages.media.publish.missingAltText}
          limit={PUBLICATION_LIMITS.alt}
          rows={2}
          value={altText}
          onChange={(event) => {
            onEdit()
            draft.setAltText(item, event.currentTarget.value)
          }}
        />
      )}
    </SlotRow>
  )
}

function Unsaved({ slot, draft }: { slot: Slot; draft: Draft }) {
  const reset = draft.reset.includes(slot)
  return (
    <div className="grid justify-items-start gap-2">
      {reset ? (
        <UnpublishedPictures slot={slot} />
      ) : (
        <p className="text-concrete-600 text-sm">Nothing is saved in this browser, so the live content stays.</p>
      )}
      <SmallButton onClick={() => draft.toggleReset(slot)}>
        {reset ? 'Keep the live content' : `Show ${fallbackBySlot[slot].name} instead`}
      </SmallButton>
    </div>
  )
}

type DraftSlotsProps = { draft: Draft; published: readonly PublicationItem[]; onEdit: () => void }

export function DraftSlots({ draft, published, onEdit }: DraftSlotsProps) {
  return (
    <Slots
      rowsOf={(slot) =>
        draft.entries
          .filter(({ item }) => item.place === slot)
          .map((entry) => <DraftRow key={entry.item.id} entry={entry} draft={draft} onEdit={onEdit} />)
      }
      emptySlot={(slot) => published.some(({ place }) => place === slot) && <Unsaved slot={slot} draft={draft} />}
    />
  )
}
