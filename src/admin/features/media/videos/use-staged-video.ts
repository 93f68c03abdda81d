import { useEffect, useRef, useState } from 'react'
import { adminMessages } from '@/admin/messages'
import { toast } from '@/components/ui/toast'
import { checkFile, type FileProblem } from '@/domain/media-upload'
import { isPlayable } from './video-file'

type Staged = { file: File; address: string }

/** The one video that was chosen and not yet uploaded. It has been checked: type, size, and that the browser can play it. */
export const useStagedVideo = () => {
  const [staged, setStaged] = useState<Staged>()
  const [problem, setProblem] = useState<FileProblem>()
  const [checking, setChecking] = useState(false)
  // A slow check must not overrule what was chosen after it.
  const latest = useRef<File>(undefined)

  useEffect(() => () => URL.revokeObjectURL(staged?.address ?? ''), [staged])

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
    const address = URL.createObjectURL(file)
    const playable = await isPlayable(address)
    if (latest.current !== file) return URL.revokeObjectURL(address)
    setChecking(false)
    if (!playable) {
      URL.revokeObjectURL(address)
      return setProblem('unreadable')
    }
    setStaged({ file, address })
    toast.success(adminMessages.media.video.selected)
  }

  return { staged, problem, checking, choose, clear }
}
