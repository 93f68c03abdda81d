import { formatDateTime } from '@/admin/format-date'
import { ChoiceNote, type ChoiceNoteProps } from '../media-parts'
import { changesOf } from './content'
import type { Content, OwnProject } from './projects'
import { FileThumb } from './thumb'

function Theirs({ id, draft }: OwnProject) {
  const { title, location, completed, summary, description, services, images } = draft
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
              <FileThumb project={id} name={name} alt={alt} className="w-20" />
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
  const differences = changesOf(mine, theirs.draft)
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
        <strong className="font-semibold">This project was deleted, or given another address, elsewhere.</strong> What
        you entered is still here. A deleted project can be restored from the list; or save yours as a new one.
      </p>
    </ChoiceNote>
  )
}
