import { SmallButton } from '@/admin/components/small-button'
import { formatDateTime } from '@/admin/format-date'
import { changesOf } from './content'
import type { Content, OwnProject } from './projects'
import { FileThumb } from './thumb'

const noteClass = 'grid gap-3 rounded-card border border-made/60 bg-gravel/20 p-4 text-sm'

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

type ConflictProps = { theirs: OwnProject; mine: Content; onKeep: () => void; onTake: () => void }

/** Says that somebody else has changed the project, shows how, and asks which is to stay. */
export function Conflict({ theirs, mine, onKeep, onTake }: ConflictProps) {
  const differences = changesOf(mine, theirs.draft)
  return (
    <div role="alert" className={noteClass}>
      <p>
        <strong className="font-semibold">{theirs.updated_by || 'Somebody else'}</strong> changed this project on{' '}
        {formatDateTime(theirs.updated_at)}, after you began. Nothing of yours is lost.{' '}
        {differences.length > 0 ? `In theirs: ${differences.join('; ')}.` : 'The words and photographs are the same.'}
      </p>
      <Theirs {...theirs} />
      <div className="flex flex-wrap gap-2">
        <SmallButton variant="default" onClick={onKeep} className="max-sm:min-h-11">
          Go on with mine
        </SmallButton>
        <SmallButton onClick={onTake} className="max-sm:min-h-11">
          Take theirs
        </SmallButton>
      </div>
    </div>
  )
}

type GoneProps = { onSaveAsNew: () => void; onDiscard: () => void }

/** Says that the project was deleted while it was edited here. */
export function Gone({ onSaveAsNew, onDiscard }: GoneProps) {
  return (
    <div role="alert" className={noteClass}>
      <p>
        <strong className="font-semibold">This project was deleted, or given another address, elsewhere.</strong> What
        you entered is still here. A deleted project can be restored from the list; or save yours as a new one.
      </p>
      <div className="flex flex-wrap gap-2">
        <SmallButton variant="default" onClick={onSaveAsNew} className="max-sm:min-h-11">
          Make mine a new project
        </SmallButton>
        <SmallButton onClick={onDiscard} className="max-sm:min-h-11">
          Discard mine
        </SmallButton>
      </div>
    </div>
  )
}
