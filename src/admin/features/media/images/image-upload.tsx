import { useId } from 'react'
import { adminMessages } from '@/admin/messages'
import { buttonClass } from '@/components/ui/button'
import { MAX_PROJECT_IMAGES, uploadRules } from '@/domain/media-upload'
import { DropZone } from '../drop-zone'
import { ProblemNote } from '../problem-note'
import { limitsText } from '../texts'
import { StagedList } from './staged-list'
import { useImageUpload } from './use-image-upload'
import { useStagedImages } from './use-staged-images'

const words = adminMessages.media.image

/** Chooses and stores images, several at a time, up to the number of free places. */
export function ImageUpload({ freePlaces }: { freePlaces: number }) {
  const errorId = useId()
  const { staged, add, remove, refuse } = useStagedImages()
  const { start, busy, progress, failure, setFailure } = useImageUpload({ onStored: remove, onRefused: refuse })
  const ready = staged.filter(({ problem }) => !problem)
  const tooMany = !busy && ready.length > freePlaces
  const full = freePlaces === 0 && staged.length === 0 && !busy

  const upload = () => {
    if (ready.length === 0) return setFailure({ text: words.missing })
    if (!tooMany) start(ready)
  }

  if (full) {
    return (
      <p className="rounded-lg border border-made/50 bg-gravel/25 px-4 py-3 text-sm">
        All {MAX_PROJECT_IMAGES} places are taken. Delete an image to make room for another.
      </p>
    )
  }
  return (
    <div className="grid gap-3">
      <DropZone
        label="Select images"
        hint={`${limitsText('image')} each; ${freePlaces} of ${MAX_PROJECT_IMAGES} places free. Large pictures are scaled to 1,600 pixels; an animated GIF becomes a still picture.`}
        accept={uploadRules.image.types}
        multiple
        disabled={busy}
        errorId={failure && errorId}
        onFiles={(files) => {
          setFailure(undefined)
          add(files)
        }}
      />
      {failure && <ProblemNote id={errorId} problem={failure} />}
      {tooMany && <ProblemNote problem={words.tooMany(freePlaces, ready.length)} />}
      {staged.length > 0 && (
        <StagedList
          staged={staged}
          busy={busy}
          onRemove={remove}
          onUnreadable={(image) => refuse(image, 'unreadable')}
        />
      )}
      <div className="flex flex-wrap items-center gap-3">
        <button
          type="button"
          disabled={busy || tooMany}
          onClick={upload}
          className={buttonClass({ variant: 'green', size: 'sm' })}
        >
          {busy ? 'Uploading...' : ready.length > 1 ? `Upload ${ready.length} Images` : 'Upload Image'}
        </button>
        {busy && (
          <label className="flex min-w-48 grow items-center gap-3 text-sm tabular-nums">
            <progress max={progress.total} value={progress.done} className="h-2 grow accent-green-dark" />
            {progress.done + 1} of {progress.total}
          </label>
        )}
      </div>
    </div>
  )
}
