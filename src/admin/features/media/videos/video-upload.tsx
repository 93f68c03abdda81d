import { X } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { adminMessages } from '@/admin/messages'
import { useAction } from '@/admin/query-client'
import { Button } from '@/components/ui/button'
import { toast } from '@/components/ui/toast'
import { checkFile, type FileProblem, unplayable, uploadRules } from '@/domain/media-upload'
import { adminVideos } from '@/storage/admin-keys'
import { DropZone } from '../drop-zone'
import { ProblemNote } from '../media-parts'
import { addRecord } from '../records'
import { saveFile } from '../save-file'
import { type Explained, formatBytes, limitsText, notSavedText, problemText } from '../texts'
import { isPlayable } from './video-file'
import { VideoPlayer } from './video-player'

const words = adminMessages.media.video

const useStagedVideo = () => {
  const [staged, setStaged] = useState<{ file: File; url: string }>()
  const [problem, setProblem] = useState<FileProblem>()
  const [checking, setChecking] = useState(false)
  const latest = useRef<File>(undefined)

  useEffect(() => () => URL.revokeObjectURL(staged?.url ?? ''), [staged])

  const clear = () => {
    latest.current = undefined
    setStaged(undefined)
    setProblem(undefined)
    setChecking(false)
  }

  const choose = async (file: File) => {
    clear()
    latest.current = file
    const refused = checkFile('video', file)
    if (refused) return setProblem(refused)
    setChecking(true)
    const url = URL.createObjectURL(file)
    const playable = await isPlayable(url)
    // Another file was chosen in the meantime.
    if (latest.current !== file) return URL.revokeObjectURL(url)
    setChecking(false)
    if (!playable) {
      URL.revokeObjectURL(url)
      return setProblem(unplayable(file))
    }
    setStaged({ file, url })
    toast.success(words.selected)
  }

  return { staged, problem, checking, choose, clear }
}

type VideoUploadProps = { playing: boolean; onPlayingChange: (playing: boolean) => void }

export function VideoUpload({ playing, onPlayingChange }: VideoUploadProps) {
  const errorId = useId()
  const { staged, problem, checking, choose, clear } = useStagedVideo()
  const [failure, setFailure] = useState<Explained>()

  const upload = useAction({
    mutationFn: async (file: File) => {
      // Copied to memory, because the file on disk may change later.
      const blob = new Blob([await file.arrayBuffer()], { type: file.type })
      return saveFile(blob, (url) => addRecord(adminVideos, { name: file.name, url }))
    },
    onMutate: () => setFailure(undefined),
    onSuccess: (outcome) => {
      if (outcome === 'written') {
        toast.success(words.uploaded)
        onPlayingChange(false)
        return clear()
      }
      toast.error(words.uploadFailed)
      setFailure({ text: words.uploadFailed, hint: notSavedText(outcome) })
    },
    onError: () => {
      toast.error(words.uploadFailed)
      setFailure({ text: words.uploadFailed, hint: adminMessages.media.unreadableFile })
    },
  })

  const shown = problem ? problemText('video', problem) : failure
  const busy = upload.isPending
  return (
    <div className="grid gap-3">
      <DropZone
        label="Select video"
        hint={limitsText('video')}
        accept={uploadRules.video.types}
        disabled={busy}
        errorId={shown && errorId}
        onFiles={([file]) => {
          if (!file) return
          setFailure(undefined)
          void choose(file)
        }}
      />
      {shown && <ProblemNote id={errorId} problem={shown} />}
      {checking && (
        <p role="status" className="text-concrete-600 text-sm">
          Checking the video...
        </p>
      )}
      {staged && (
        <div className="grid gap-3 sm:grid-cols-[14rem_1fr] sm:items-center">
          <VideoPlayer
            src={staged.url}
            label={`Preview of ${staged.file.name}`}
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
        <Button
          disabled={busy || checking}
          onClick={() => (staged ? upload.mutate(staged.file) : setFailure({ text: words.missing }))}
          variant="green"
          size="sm"
        >
          {busy ? 'Uploading...' : 'Upload Video'}
        </Button>
        {staged && !busy && (
          <Button onClick={clear} variant="ghost" size="sm">
            <X aria-hidden className="size-4" /> Clear selection
          </Button>
        )}
        {busy && <progress aria-label="Uploading" className="h-2 min-w-48 grow accent-green-dark" />}
      </div>
    </div>
  )
}
