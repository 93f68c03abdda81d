import { formatDateTime } from '@/admin/format-date'
import { adminMessages } from '@/admin/messages'
import { siteMediaUrl } from '@/lib/site-media'
import { unsavedProject } from '@/storage/admin-keys'
import { useStoredValue } from '@/storage/stored-value'
import { ChoiceNote, type ChoiceNoteProps } from '../media-parts'
import { Thumb } from '../publish/publication-parts'
import { changesOf, isSame, toContent } from './content'
import type { Opened } from './opened'
import type { Content, OwnProject } from './projects'
import { change, save } from './saver'

function Theirs({ draft }: OwnProject) {
  const { title, location, completed, summary, description, services, images } = toContent(draft)
  return (
    <details>
      <summary className="min-h-6 cursor-pointer font-semibold">Look at theirs</summary>
      <div className="mt-3 grid gap-2 wrap-anywhere">
        {[title, [location, completed].filter(Boolean).join(', '), summary, ...description, services.join('; ')]
          .filter((text, at, all) => text && all.indexOf(text) === at)
          .map((text) => (
            <p key={text} dir="auto">
              {text}
            </p>
          ))}
        <ul className="flex flex-wrap gap-2">
          {[...new Map(images.map((image) => [image.files[0], image.alt]))].map(([name, alt]) => (
            <li key={name}>
              <Thumb src={name && siteMediaUrl(name)} alt={alt} className="w-20" />
            </li>
          ))}
        </ul>
      </div>
    </details>
  )
}

type Choice = Pick<ChoiceNoteProps, 'onKeep' | 'onDrop'>

/** Says that somebody else has changed the project, shows how, and asks which is to stay. */
export function Conflict({ theirs, mine, ...choice }: Choice & { theirs: OwnProject; mine: Content }) {
  const differences = changesOf(mine, toContent(theirs.draft))
  return (
    <ChoiceNote keepLabel="Go on with mine" dropLabel="Take theirs" {...choice}>
      <p>
        <strong className="font-semibold">{theirs.updated_by || 'Somebody else'}</strong> changed this project on{' '}
        {formatDateTime(theirs.updated_at)}, after you began. Nothing of yours is lost.{' '}
        {differences.length > 0 ? `In theirs: ${differences.join('; ')}.` : 'The words and photographs are the same.'}
      </p>
      <Theirs {...theirs} />
    </ChoiceNote>
  )
}

/** Says that the project was deleted while it was edited here. */
export function Gone(choice: Choice) {
  return (
    <ChoiceNote keepLabel="Make mine a new project" dropLabel="Discard mine" {...choice}>
      <p>
        <strong className="font-semibold">This project was deleted elsewhere.</strong> What you entered is still here.
        If it was published once, it can be restored from the list; or make yours a new one.
      </p>
    </ChoiceNote>
  )
}

type LeftWordsProps = { id: string; opened: Opened; user: string | undefined }

/** Offers the words that this browser could not send when the project was left. */
export function LeftWords({ id, opened, user }: LeftWordsProps) {
  const left = useStoredValue(unsavedProject)
  if (left.state !== 'value') return null
  const { value } = left
  const isOffered = value.id === id && value.user === user && value.form !== opened.form
  if (!isOffered || isSame(value.draft, opened.draft)) return null
  const take = () => {
    const pictures = new Map(opened.draft.photographs.map((one) => [one.id, one.picture]))
    const photographs = value.draft.photographs.map((one) => ({
      ...one,
      picture: one.picture ?? pictures.get(one.id) ?? null,
    }))
    change(id, () => ({ ...value.draft, photographs }))
    unsavedProject.remove()
    save(id)
  }
  const differences = changesOf(toContent(opened.draft), toContent(value.draft))
  return (
    <ChoiceNote keepLabel="Use them" dropLabel="Discard them" onKeep={take} onDrop={unsavedProject.remove}>
      <p>
        <strong className="font-semibold">{adminMessages.media.projects.leftWords}</strong> {differences.join('; ')}
      </p>
    </ChoiceNote>
  )
}
