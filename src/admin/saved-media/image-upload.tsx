import { X } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '@/admin/components/icon-button'
import { keepFocus } from '@/admin/components/keep-focus'
import { ProblemNote } from '@/admin/components/problem-note'
import { SmallButton } from '@/admin/components/small-button'
import { useAction } from '@/admin/components/use-action'
import { DropZone } from '@/admin/images/drop-zone'
import { formatBytes } from '@/admin/text/format-bytes'
import { limitsText, type ProblemText, problemText } from '@/admin/text/media-texts'
import { adminMessages } from '@/admin/text/messages'
import { toast } from '@/components/ui/toast'
import { useIsShown } from '@/components/ui/use-is-shown'
import { useObjectUrl } from '@/components/ui/use-object-url'
import { checkFile, type FileProblem, MAX_PROJECT_IMAGES } from '@/domain/media-upload'
import { cn } from '@/lib/cn'
import { inspectFile, withTrueType } from '@/lib/images/inspect-file'
import { scaleImage } from '@/lib/images/scale'
import { projectImages } from '@/storage/media-keys'
import { addRecord, type SaveOutcome, saveFile, saveInRecord } from './saved-files'

const texts = adminMessages.media.image

type StagedImage = {
  readonly id: string
  readonly file: File
  readonly isWhole: boolean
  readonly problem: FileProblem | undefined
}

const stage = async (chosen: File): Promise<StagedImage> => {
  const { format, isWhole } = await inspectFile(chosen)
  const file = withTrueType(chosen, format)
  return { id: crypto.randomUUID(), file, isWhole, problem: checkFile('image', file) }
}

const saveImage = async (file: File): Promise<SaveOutcome> => {
  const commit = (url: string) => addRecord(projectImages, { name: file.name, url })
  const outcome = await saveInRecord(file, commit)
  return outcome === 'full' ? saveFile(await scaleImage(file), commit) : outcome
}

type StagedRowProps = { image: StagedImage; busy: boolean; onRemove: () => void }

function StagedRow({ image: { file, ...image }, busy, onRemove }: StagedRowProps) {
  const url = useObjectUrl(file)
  const [isBroken, setBroken] = useState(false)
  const problem = image.problem && problemText('image', image.problem)
  return (
    <li className="flex items-center gap-3 py-2 text-sm">
      {problem || isBroken ? (
        <span aria-hidden className={cn('h-12 w-16 shrink-0 rounded', problem ? 'bg-danger-soft' : 'bg-gravel')} />
      ) : (
        <img
          src={url}
          alt=""
          onError={() => setBroken(true)}
          className="h-12 w-16 shrink-0 rounded bg-concrete-100 object-cover"
        />
      )}
      <div className="min-w-0 grow">
        <p className="break-words font-semibold">{file.name}</p>
        {problem ? (
          <p role="alert" className="text-danger">
            {problem.hint ? `${problem.text}. ${problem.hint}` : problem.text}
          </p>
        ) : (
          <p className="text-concrete-600">{formatBytes(file.size)}</p>
        )}
        {!problem && !image.isWhole && (
          <p role="status" className="text-danger">
            {adminMessages.media.incomplete}
          </p>
        )}
        {isBroken && <p role="status">{adminMessages.media.cannotShow(file.name)}</p>}
      </div>
      <IconButton
        Icon={X}
        label={`Remove ${file.name} from the selection`}
        busy={busy}
        onClick={() => void keepFocus(onRemove)}
      />
    </li>
  )
}

export function ImageUpload({ freeSlots }: { freeSlots: number }) {
  const [staged, setStaged] = useState<readonly StagedImage[]>([])
  const [inspections, setInspections] = useState(0)
  const isShown = useIsShown()
  const [done, setDone] = useState(0)
  const [failure, setFailure] = useState<ProblemText>()
  const saving = useAction({
    mutationFn: async (images: readonly StagedImage[]) => {
      let stored = 0
      for (const [index, image] of images.entries()) {
        setDone(index)
        const outcome = await saveImage(image.file).catch((cause) => {
          console.info(`${image.file.name} could not be read`, cause)
        })
        if (!outcome) {
          setStaged((before) => before.map((one) => (one.id === image.id ? { ...one, problem: 'unreadable' } : one)))
          continue
        }
        if (outcome !== 'written') return { stored, outcome }
        stored += 1
        remove(image)
      }
      return { stored }
    },
    onMutate: () => setFailure(undefined),
    onSuccess: ({ stored, outcome }) => {
      if (stored > 0) toast.success(stored === 1 ? texts.uploaded : texts.severalUploaded(stored))
      if (!outcome) return
      toast.error(texts.uploadFailed, { silent: isShown() })
      setFailure({ text: texts.uploadFailed, hint: adminMessages.media.notSaved[outcome] })
    },
  })
  const add = async (files: readonly File[]) => {
    setInspections((count) => count + 1)
    const images: StagedImage[] = []
    // Sequential, because each file is read as a whole.
    for (const file of files) images.push(await stage(file))
    setStaged((before) => [...before.filter(({ problem }) => !problem), ...images])
    setInspections((count) => count - 1)
  }
  const remove = (image: StagedImage) => setStaged((before) => before.filter(({ id }) => id !== image.id))
  const busy = saving.isPending
  const count = saving.variables?.length
  const ready = staged.filter(({ problem }) => !problem)
  const tooMany = !busy && ready.length > freeSlots

  const upload = () => {
    if (ready.length === 0) return setFailure({ text: texts.missing })
    if (!tooMany) void saving.mutate(ready)
  }

  if (freeSlots === 0 && staged.length === 0 && !busy) {
    return (
      <p className="rounded-lg border border-made/50 bg-gravel/25 px-4 py-3 text-sm">
        You’ve reached the limit of {MAX_PROJECT_IMAGES} images. Delete one to make room.
      </p>
    )
  }
  return (
    <div className="grid gap-3">
      <DropZone
        label="Select images"
        hint={`${limitsText('image')} each. You can add ${freeSlots} more (limit ${MAX_PROJECT_IMAGES}). Published images are at most 1,600 pixels wide. Only the first frame of an animated GIF is published.`}
        accept="image/*"
        multiple
        disabled={busy}
        problem={failure}
        onFiles={(files) => {
          setFailure(undefined)
          void add(files)
        }}
      />
      {tooMany && <ProblemNote problem={texts.tooMany(freeSlots, ready.length)} />}
      {staged.length > 0 && (
        <ul aria-label="Selected images" className="divide-y divide-concrete-200 border-concrete-200 border-y">
          {staged.map((image) => (
            <StagedRow key={image.id} image={image} busy={busy} onRemove={() => remove(image)} />
          ))}
        </ul>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <SmallButton busy={busy || inspections > 0} disabled={tooMany} onClick={upload} variant="default">
          {busy ? 'Uploading...' : ready.length > 1 ? `Upload ${ready.length} Images` : 'Upload Image'}
        </SmallButton>
        {busy && (
          <label className="flex min-w-48 grow items-center gap-3 text-sm tabular-figures">
            <progress max={count} value={done} className="h-2 grow accent-green-dark" />
            <span>{`${done + 1} of ${count}`}</span>
          </label>
        )}
      </div>
    </div>
  )
}
