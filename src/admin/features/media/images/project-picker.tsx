import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { RetryButton, SmallButton } from '@/admin/components/small-button'
import { latestChoices } from '@/content/projects/latest'
import { type ProjectImage, projectRecordId } from '@/domain/media'
import { MAX_PROJECT_IMAGES } from '@/domain/media-upload'
import { parsePortfolio } from '@/domain/own-project'
import type { ProjectCard } from '@/domain/project'
import { askBackend } from '@/lib/ask-backend'
import { siteMediaUrl } from '@/lib/site-media'
import { projectImages } from '@/storage/keys'
import type { WriteOutcome } from '@/storage/stored-value'
import { Thumb } from '../publish/publication-parts'
import { changeRecord, recordsOf, restoreRecord } from '../saved-files'

type Choice = Pick<ProjectCard, 'id' | 'title' | 'image'>

const OFFERED_AT_FIRST = 6

// What visitors may see of it now: the owner's projects in their order, then the built-in ones.
const choicesQuery = queryOptions({
  queryKey: ['media', 'portfolio', 'choices'],
  queryFn: async (): Promise<Choice[]> => {
    const { own, hidden } = parsePortfolio(await askBackend('portfolio', undefined), siteMediaUrl)
    return own.length > 0 ? [...own, ...latestChoices.filter(({ id }) => !hidden.includes(id))] : []
  },
  staleTime: 0,
})

const recordOf = ({ id, title, image }: Choice) => ({ id: projectRecordId(id), name: title, url: image.src })

/** Gives saved projects the title and cover they have now. */
const update = (choices: readonly Choice[]) => {
  const saved = recordsOf(projectImages)
  for (const { id, ...now } of choices.map(recordOf))
    if (saved.some((record) => record.id === id && (record.name !== now.name || record.url !== now.url)))
      changeRecord(projectImages, id, now)
}

type ProjectPickerProps = { list: readonly ProjectImage[]; onChange: (outcome: WriteOutcome) => boolean }

/**
 * Offers projects that are not in `list`, once the owner has one of their own: a chosen one is put first, as its picture
 * and title, and leads to its page.
 */
export function ProjectPicker({ list, onChange }: ProjectPickerProps) {
  const query = useQuery(choicesQuery)
  const [isWhole, setWhole] = useState(false)
  const { data } = query
  useEffect(() => update(data ?? []), [data])
  if (list.length >= MAX_PROJECT_IMAGES) return null
  if (query.error && !data)
    return (
      <div className="flex flex-wrap items-center gap-3 text-concrete-600 text-sm">
        Your projects could not be loaded. <RetryButton query={query} />
      </div>
    )
  const offered = (data ?? []).filter((choice) => !list.some(({ id }) => id === projectRecordId(choice.id)))
  if (offered.length === 0) return null
  const shown = isWhole ? offered : offered.slice(0, OFFERED_AT_FIRST)
  const choose = (choice: Choice) => {
    const record = { ...recordOf(choice), uploadDate: new Date().toLocaleDateString('en-GB') }
    // The pressed button goes.
    if (onChange(restoreRecord(projectImages, record, 0))) document.getElementById('saved-images')?.focus()
  }
  return (
    <section aria-labelledby="project-choices" className="grid justify-items-start gap-3">
      <h2 id="project-choices" className="font-semibold text-sm">
        Or choose a project, which visitors can open
      </h2>
      <ul className="grid w-full gap-3 sm:grid-cols-2 xl:grid-cols-3">
        {shown.map((choice) => (
          <li key={choice.id} className="flex items-center gap-3">
            <Thumb src={choice.image.src} />
            <div className="grid min-w-0 justify-items-start gap-1 text-sm">
              <p className="wrap-anywhere font-semibold">{choice.title}</p>
              <SmallButton about={choice.title} onClick={() => choose(choice)}>
                Choose
              </SmallButton>
            </div>
          </li>
        ))}
      </ul>
      {shown.length < offered.length && (
        <SmallButton onClick={() => setWhole(true)}>Show all {offered.length}</SmallButton>
      )}
    </section>
  )
}
