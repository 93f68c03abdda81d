import { X } from 'lucide-react'
import { formatBytes } from '../format'
import { problemText } from '../texts'
import type { StagedImage } from './use-staged-images'

type StagedListProps = {
  staged: readonly StagedImage[]
  busy: boolean
  onRemove: (image: StagedImage) => void
  /** The browser cannot make a picture of it. */
  onUnreadable: (image: StagedImage) => void
}

/** The chosen images with what is wrong with each. */
export function StagedList({ staged, busy, onRemove, onUnreadable }: StagedListProps) {
  return (
    <ul aria-label="Selected images" className="divide-y divide-concrete-200 border-concrete-200 border-y">
      {staged.map((image) => {
        const problem = image.problem && problemText('image', image.problem)
        return (
          <li key={image.key} className="flex items-center gap-3 py-2 text-sm">
            {problem ? (
              <span aria-hidden className="h-12 w-16 shrink-0 rounded bg-danger-soft" />
            ) : (
              <img
                src={image.address}
                alt=""
                onError={() => onUnreadable(image)}
                className="h-12 w-16 shrink-0 rounded bg-concrete-100 object-cover"
              />
            )}
            <div className="min-w-0 grow">
              <p className="break-words font-semibold">{image.file.name}</p>
              {problem ? (
                <p role="alert" className="text-danger">
                  {problem.text}
                  {problem.hint && `. ${problem.hint}`}
                </p>
              ) : (
                <p className="text-concrete-600">{formatBytes(image.file.size)}</p>
              )}
            </div>
            <button
              type="button"
              disabled={busy}
              aria-label={`Remove ${image.file.name} from the selection`}
              onClick={() => onRemove(image)}
              className="grid size-9 shrink-0 place-items-center rounded-lg hover:bg-ink/5 disabled:opacity-60"
            >
              <X aria-hidden className="size-4" />
            </button>
          </li>
        )
      })}
    </ul>
  )
}
