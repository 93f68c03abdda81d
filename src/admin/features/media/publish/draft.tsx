import { PUBLICATION_LIMITS, type PublicationItem } from '@contract/publication'
import { CircleAlert } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { adminMessages } from '@/admin/messages'
import { Link } from '@/components/link'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import type { FieldProblem } from '@/lib/validate'
import { fieldText } from '@/messages'
import { paths } from '@/paths'
import { adminVideos } from '@/storage/admin-keys'
import { heroSlides, projectImages } from '@/storage/keys'
import { type Stored, useStoredValue } from '@/storage/stored-value'
import { useMediaUrl } from '@/storage/use-media-url'
import { type DraftItem, draftOf, nameOf, type Place } from './plan'
import { type Prepared, prepare } from './prepare'
import { BuiltInPictures, Places, Row, smallUrl, Thumb } from './publication-parts'
import type { HistoryEntry } from './publish'

/** An item of the draft with its words, and with its files once they are prepared; `omitted` when it goes without. */
export type Entry = { item: DraftItem; prepared: Prepared | undefined; words: string; omitted: boolean }

const NONE: readonly never[] = []
const listIn = <T,>(stored: Stored<T[]> | { state: 'unread' }): readonly T[] =>
  stored.state === 'value' ? stored.value : NONE

// Words that were typed outlive a look at another tab.
const typedWords = new Map<string, string>()

const startingWords = (item: DraftItem, prepared: Prepared | undefined, history: readonly HistoryEntry[]): string => {
  const name = prepared && 'media' in prepared ? nameOf(prepared.media) : undefined
  const published = history.flatMap(({ items }) => items).find((one) => nameOf(one) === name)
  return published ? published.alt : item.words
}

// The hero goes on with its other pictures.
const isDispensable = ({ place, kind }: DraftItem) => place === 'hero' && kind === 'image'

/** What this browser would publish; the files are prepared one after the other. */
export const useDraft = (history: readonly HistoryEntry[]) => {
  const slides = useStoredValue(heroSlides)
  const images = useStoredValue(projectImages)
  const videos = useStoredValue(adminVideos)
  const draft = useMemo(
    () => draftOf({ slides: listIn(slides), images: listIn(images), videos: listIn(videos) }),
    [slides, images, videos],
  )
  const [prepared, setPrepared] = useState<ReadonlyMap<string, Prepared>>(new Map())
  const begun = useRef(new Map<string, Promise<Prepared>>())
  const [, setTyped] = useState(0)
  const [omitted, setOmitted] = useState<readonly string[]>([])

  useEffect(() => {
    let left = false
    const prepareAll = async () => {
      for (const item of draft) {
        const preparing = begun.current.get(item.src) ?? prepare(item)
        begun.current.set(item.src, preparing)
        const result = await preparing
        if (left) return
        setPrepared((before) => new Map(before).set(item.src, result))
      }
    }
    void prepareAll()
    return () => {
      left = true
    }
  }, [draft])

  const entries = draft.map((item): Entry => {
    const files = prepared.get(item.src)
    return {
      item,
      prepared: files,
      words: typedWords.get(item.src) ?? startingWords(item, files, history),
      omitted: isDispensable(item) || omitted.includes(item.src),
    }
  })
  const toggleOmitted = ({ src }: DraftItem) =>
    setOmitted((before) => (before.includes(src) ? before.filter((one) => one !== src) : [...before, src]))
  const setWords = (item: DraftItem, words: string) => {
    typedWords.set(item.src, words)
    setTyped((count) => count + 1)
  }
  const slideCount = listIn(slides).length
  return { entries, setWords, toggleOmitted, slideCount, slides }
}

const fixes: Record<Place, { tab: string; text: string }> = {
  hero: { tab: 'videos', text: 'Choose another under Video Management' },
  latest: { tab: 'images', text: 'Delete or replace it under Project Images' },
}

/** Whether an item holds the publication up until the owner has replaced it or leaves it out. */
export const isBlocking = ({ prepared, omitted }: Entry): boolean =>
  prepared !== undefined && 'problem' in prepared && !omitted

type ProblemProps = { entry: Entry; problem: string; onOmit: () => void }

function Problem({ entry: { item, omitted }, problem, onOmit }: ProblemProps) {
  const { tab, text } = fixes[item.place]
  return (
    <div className="grid justify-items-start gap-1">
      <p className="font-semibold">{item.name}</p>
      <p className="flex gap-1.5 text-danger">
        <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
        {problem}
      </p>
      {omitted ? (
        <p className="text-concrete-600">It is left out.</p>
      ) : (
        <Link
          to={`${paths.adminDashboard.href}?section=media&tab=${tab}`}
          className="min-h-6 font-semibold text-green-dark underline underline-offset-4"
        >
          {text}
        </Link>
      )}
      {!isDispensable(item) && (
        <Button onClick={onOmit} variant="outline" size="sm">
          {omitted ? 'Put it back' : 'Leave it out'}
        </Button>
      )}
    </div>
  )
}

/** What is wrong with the words of an item: project pictures need them, the hero's may be decoration. */
export const wordsProblem = ({ item, words }: Entry): FieldProblem | undefined => {
  if (item.kind === 'built-in') return undefined
  if (words.trim().length > PUBLICATION_LIMITS.alt) return 'too-long'
  return item.place === 'latest' && words.trim() === '' ? 'missing' : undefined
}

function DraftThumb({ item }: { item: DraftItem }) {
  const saved = useMediaUrl(item.kind === 'video' ? item.poster : item.src)
  return <Thumb src={item.kind === 'built-in' ? smallUrl(item.image) : saved} video={item.kind === 'video'} />
}

type DraftRowProps = { entry: Entry; checked: boolean; onWords: (words: string) => void; onOmit: () => void }

function DraftRow({ entry, checked, onWords, onOmit }: DraftRowProps) {
  const { item, prepared, words } = entry
  const needed = item.place === 'latest'
  const problem = wordsProblem(entry)
  return (
    <Row thumb={<DraftThumb item={item} />}>
      {item.kind === 'built-in' ? (
        <>
          <p className="font-semibold">Built-in picture</p>
          <p className="text-concrete-700">{item.words}</p>
        </>
      ) : prepared === undefined ? (
        <p className="text-concrete-600">{item.name}: being prepared...</p>
      ) : 'problem' in prepared ? (
        <Problem entry={entry} problem={prepared.problem} onOmit={onOmit} />
      ) : (
        <Field
          label={`What ${item.name} shows`}
          name={item.id}
          optional={!needed}
          error={
            checked && problem === 'missing'
              ? adminMessages.media.publish.missingWords
              : fieldText(problem === 'too-long' ? problem : undefined, PUBLICATION_LIMITS.alt)
          }
        >
          {(control) => (
            <textarea
              {...control}
              rows={2}
              required={needed}
              value={words}
              onChange={(event) => onWords(event.currentTarget.value)}
            />
          )}
        </Field>
      )}
    </Row>
  )
}

type UnsavedProps = { place: Place; reset: boolean; onReset: (reset: boolean) => void }

// This browser has nothing for the place, but visitors see something published there.
function Unsaved({ place, reset, onReset }: UnsavedProps) {
  return (
    <div className="grid justify-items-start gap-2">
      {reset ? (
        <BuiltInPictures place={place} />
      ) : (
        <p className="text-concrete-600 text-sm">Nothing is saved in this browser, so what visitors see here stays.</p>
      )}
      <Button type="button" variant="outline" size="sm" onClick={() => onReset(!reset)}>
        {reset ? 'Keep what visitors see' : 'Show the built-in pictures instead'}
      </Button>
    </div>
  )
}

type DraftPlacesProps = {
  entries: readonly Entry[]
  published: readonly PublicationItem[]
  /** Places whose published pictures give way to the built-in ones. */
  reset: readonly Place[]
  onReset: (place: Place, reset: boolean) => void
  /** Whether words that are needed and missing are marked. */
  checked: boolean
  onWords: (item: DraftItem, words: string) => void
  /** Leaves out what cannot be published, or no longer does. */
  onOmit: (item: DraftItem) => void
}

/** The draft, place by place, with a field for the words of each picture. */
export function DraftPlaces({ entries, published, reset, onReset, checked, onWords, onOmit }: DraftPlacesProps) {
  const rowsOf = (place: Place) =>
    entries
      .filter(({ item }) => item.place === place)
      .map((entry) => (
        <DraftRow
          key={entry.item.id}
          entry={entry}
          checked={checked}
          onWords={(words) => onWords(entry.item, words)}
          onOmit={() => onOmit(entry.item)}
        />
      ))
  const unsaved = (place: Place) =>
    published.some((item) => item.place === place) && (
      <Unsaved place={place} reset={reset.includes(place)} onReset={(wanted) => onReset(place, wanted)} />
    )
  return (
    <Places
      parts={{ hero: rowsOf('hero'), latest: rowsOf('latest') }}
      instead={{ hero: unsaved('hero') || undefined, latest: unsaved('latest') || undefined }}
    />
  )
}
