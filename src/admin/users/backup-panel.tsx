import { Download } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Card } from '@/admin/components/card'
import { ErrorPanel } from '@/admin/components/error-panel'
import { ProblemNote } from '@/admin/components/problem-note'
import { SmallButton } from '@/admin/components/small-button'
import { useAction } from '@/admin/components/use-action'
import { useNavigationGuard } from '@/admin/session/navigation-guard'
import { backupMessages as texts } from '@/admin/text/backup-messages'
import { formatBytes } from '@/admin/text/format-bytes'
import { isFocusLost, rememberPlace } from '@/components/ui/focus-place'
import { toast } from '@/components/ui/toast'
import { isAppError } from '@/lib/errors'
import { type BackupProgress, downloadBackup, getMaxBackupBytes } from './backup'

const isCancelled = (cause: Error) => cause.name === 'AbortError'

const explain = (error: unknown): string | undefined => {
  if (isAppError(error, 'too-large')) return texts.tooLarge(formatBytes(getMaxBackupBytes()))
  if (error instanceof RangeError) return texts.restless
  return error instanceof DOMException ? texts.notWritten : undefined
}

function RunningBackup({ progress, onCancel }: { progress: BackupProgress; onCancel: () => void }) {
  const { done, files, failure } = progress
  useNavigationGuard('copy', texts.leave)
  // 'Cancel' may have the focus when it unmounts.
  useLayoutEffect(
    () => () => {
      const restore = rememberPlace(document.activeElement)
      setTimeout(() => isFocusLost() && restore())
    },
    [],
  )
  return (
    <div className="grid gap-2 text-sm">
      <p role="status">{failure ? texts.waits(isAppError(failure, 'offline')) : files === 0 && texts.reading}</p>
      {files > 0 && (
        <label className="grid gap-1.5 tabular-figures">
          <span>{`File ${Math.min(done + 1, files)} of ${files}`}</span>
          <progress value={done} max={files} className="h-2 w-full accent-green-dark" />
        </label>
      )}
      <SmallButton className="justify-self-start" onClick={onCancel}>
        Cancel
      </SmallButton>
    </div>
  )
}

export function BackupPanel() {
  const [progress, setProgress] = useState<BackupProgress>()
  const controller = useRef<AbortController>(undefined)
  useEffect(() => () => controller.current?.abort(), [])
  const copying = useAction({
    meta: { skipWaitingRefresh: true },
    mutationFn: () => {
      const running = new AbortController()
      controller.current = running
      setProgress(undefined)
      return downloadBackup(running.signal, setProgress).finally(() => running.abort())
    },
    onSuccess: () => toast.success(texts.saved),
    onError: (cause) => isCancelled(cause) && toast.info(texts.cancelled),
  })
  const { mutate, isPending, error, data: lost } = copying
  return (
    <Card as="section" aria-labelledby="copy" className="wrap-anywhere grid gap-3 px-4 py-3">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="grid max-w-prose gap-1 text-concrete-700 text-sm">
          <h2 id="copy" className="text-ink text-lg">
            Data backup
          </h2>
          <p>{texts.what}</p>
          <p>{texts.lacks}</p>
          <p className="font-semibold text-ink">{texts.warning}</p>
        </div>
        <SmallButton Icon={Download} busy={isPending} onClick={() => void mutate()}>
          {isPending ? 'Preparing...' : 'Download backup'}
        </SmallButton>
      </div>
      {isPending && progress && <RunningBackup progress={progress} onCancel={() => controller.current?.abort()} />}
      {error && !isCancelled(error) && (
        <ErrorPanel title={texts.failed} error={error}>
          {explain(error)}
        </ErrorPanel>
      )}
      {lost && lost.length > 0 && <ProblemNote problem={{ text: texts.lost, hint: lost.join(', ') }} />}
    </Card>
  )
}
