import { X } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { SmallButton } from '@/admin/components/small-button'
import { adminMessages } from '@/admin/messages'
import { useAction } from '@/admin/query-client'
import { toast } from '@/components/ui/toast'
import { checkFile, type FileProblem } from '@/domain/media-upload'
import { adminVideos } from '@/storage/admin-keys'
import { DropZone } from '../drop-zone'
import { ProblemNote } from '../media-parts'
import { addRecord, saveFile } from '../saved-files'
import { type Explained, formatBytes, limitsText, notSavedText, problemText } from '../texts'
import { VideoPlayer } from './video-player'

const texts = adminMessages.media.video

const useStagedVideo = () => {
  const [staged, setStaged] = useState<{ file: File; url: string }>()
  const [problem, setProblem] = useState<FileProblem>()

  useEffect(() => () => URL.revokeObjectURL(staged?.url ?? ''), [staged])

  const clear = () => {
    setStaged(undefined)
    setProblem(undefined)
  }
  const choose = (file: File) => {
    const refused = checkFile('video', file)
    setProblem(refused)
    setStaged(refused ? undefined : { file, url: URL.createObjectURL(file) })
    if (!refused) toast.success(texts.selected)
  }

  return { staged, problem, choose, clear }
}

type VideoUploadProps = { playing: boolean; onPlayingChange: (playing: boolean) => void }

export function VideoUpload({ playing, onPlayingChange }: VideoUploadProps) {
  const errorId = useId()
  const { staged, problem, choose, clear } = useStagedVideo()
  const [failure, setFailure] = useState<Explained>()

  const upload = useAction({
    mutationFn: (file: File) => saveFile(file, (url) => addRecord(adminVideos, { name: file.name, url })),
    onMutate: () => setFailure(undefined),
    onSuccess: (outcome) => {
      if (outcome === 'written') {
        toast.success(texts.uploaded)
        onPlayingChange(false)
        return clear()
      }
      toast.error(texts.uploadFailed)
      setFailure({ text: texts.uploadFailed, hint: notSavedText(outcome) })
    },
    onError: () => {
      toast.error(texts.uploadFailed)
      setFailure({ text: texts.uploadFailed, hint: adminMessages.media.unreadableFile })
    },
  })

  const shown = problem ? problemText('video', problem) : failure
  const busy = upload.isPending
  return (
    <div className="grid gap-3">
      <DropZone
        label="Select video"
        hint={limitsText('video')}
        accept="video/*"
        disabled={busy}
        errorId={shown && errorId}
        onFiles={([file]) => {
          if (!file) return
          setFailure(undefined)
          choose(file)
        }}
      />
      {shown && <ProblemNote id={errorId} problem={shown} />}
      {staged && (
        <div className="grid gap-3 sm:grid-cols-[14rem_1fr] sm:items-center">
          <VideoPlayer
            key={staged.url}
            src={staged.url}
            label={`Preview of ${staged.file.name}`}
            trouble={adminMessages.media.cannotShow(staged.file.name)}
            playing={playing}
            onPlayingChange={onPlayingChange}
          />
          <div className="min-w-0 text-sm">
            <p className="wrap-anywhere font-semibold">{staged.file.name}</p>
            <p className="text-concrete-600">{formatBytes(staged.file.size)}, not uploaded yet</p>
          </div>
        </div>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <SmallButton
          disabled={busy}
          onClick={() => (staged ? upload.mutate(staged.file) : setFailure({ text: texts.missing }))}
          variant="green"
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
