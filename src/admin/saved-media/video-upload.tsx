import { X } from 'lucide-react'
import { useState } from 'react'
import { SmallButton } from '@/admin/components/small-button'
import { useAction } from '@/admin/components/use-action'
import { DropZone } from '@/admin/images/drop-zone'
import { formatBytes } from '@/admin/text/format-bytes'
import { formats, limitsText, type ProblemText, problemText } from '@/admin/text/media-texts'
import { adminMessages } from '@/admin/text/messages'
import { toast } from '@/components/ui/toast'
import { useIsShown } from '@/components/ui/use-is-shown'
import { useObjectUrl } from '@/components/ui/use-object-url'
import { storedExtension } from '@/domain/media-formats'
import { checkFile } from '@/domain/media-upload'
import { inspectFile, withTrueType } from '@/lib/images/inspect-file'
import { adminVideos } from '@/storage/admin-keys'
import { addRecord, saveFile } from './saved-files'
import { VideoPlayer } from './video-player'

const texts = adminMessages.media.video

type Staged = { readonly file?: File; readonly warnings: readonly string[] }
const NOTHING: Staged = { warnings: [] }

type VideoUploadProps = { playing: boolean; onPlayingChange: (playing: boolean) => void }

export function VideoUpload({ playing, onPlayingChange }: VideoUploadProps) {
  const [{ file: staged, warnings }, setStaged] = useState<Staged>(NOTHING)
  const [inspections, setInspections] = useState(0)
  const url = useObjectUrl(staged)
  const [problem, setProblem] = useState<ProblemText>()
  const isShown = useIsShown()

  const choose = async (chosen: File) => {
    setInspections((count) => count + 1)
    const { format, isWhole } = await inspectFile(chosen)
    setInspections((count) => count - 1)
    const file = withTrueType(chosen, format)
    const refusal = checkFile('video', file)
    setProblem(refusal && problemText('video', refusal))
    if (refusal) return setStaged(NOTHING)
    const warnings = [
      ...(isWhole ? [] : [adminMessages.media.incomplete]),
      ...(storedExtension(file.type) ? [] : [adminMessages.media.publish.notTaken(formats.video)]),
    ]
    setStaged({ file, warnings })
    toast.success(texts.selected)
  }
  const clear = () => setStaged(NOTHING)
  const fail = (hint: string) => {
    toast.error(texts.uploadFailed, { silent: isShown() })
    setProblem({ text: texts.uploadFailed, hint })
  }
  const { mutate, isPending: busy } = useAction({
    mutationFn: (file: File) => saveFile(file, (url) => addRecord(adminVideos, { name: file.name, url })),
    onMutate: () => setProblem(undefined),
    onSuccess: (outcome) => {
      if (outcome !== 'written') return fail(adminMessages.media.notSaved[outcome])
      toast.success(texts.uploaded)
      onPlayingChange(false)
      clear()
    },
    onError: () => fail(adminMessages.media.unreadableFile),
  })

  return (
    <div className="grid gap-3">
      <DropZone
        label="Select video"
        hint={limitsText('video')}
        accept="video/*"
        disabled={busy}
        problem={problem}
        onFiles={([file]) => file && void choose(file)}
      />
      {staged && (
        <div className="grid gap-3 sm:grid-cols-[14rem_1fr] sm:items-center">
          <VideoPlayer
            key={url}
            src={url}
            label={`Preview of ${staged.name}`}
            trouble={adminMessages.media.cannotShow(staged.name)}
            playing={playing}
            onPlayingChange={onPlayingChange}
          />
          <div className="min-w-0 text-sm">
            <p className="wrap-anywhere font-semibold">{staged.name}</p>
            <p className="text-concrete-600">{`${formatBytes(staged.size)}, not uploaded yet`}</p>
            {warnings.map((warning) => (
              <p key={warning} role="status" className="text-danger">
                {warning}
              </p>
            ))}
          </div>
        </div>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <SmallButton
          busy={busy || inspections > 0}
          onClick={() => (staged ? mutate(staged) : setProblem({ text: texts.missing }))}
          variant="default"
        >
          {busy ? 'Uploading...' : 'Upload Video'}
        </SmallButton>
        {staged && !busy && (
          <SmallButton onClick={clear} variant="ghost" Icon={X}>
            Clear selection
          </SmallButton>
        )}
        {busy && <progress aria-label="Uploading" className="h-2 min-w-48 grow accent-green-dark" />}
      </div>
    </div>
  )
}
