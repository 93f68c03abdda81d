import { Download } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useAction } from '@/admin/backend/query-client'
import { ErrorPanel } from '@/admin/components/error-panel'
import { saveFile } from '@/admin/components/save-file'
import { SmallButton } from '@/admin/components/small-button'
import { useLeaveQuestion } from '@/admin/session/leaving'
import { formatBytes } from '@/admin/words/format-bytes'
import { dayInLondon } from '@/admin/words/format-date'
import { adminMessages } from '@/admin/words/messages'
import { Alert } from '@/components/ui/alert'
import { keepFocus } from '@/components/ui/focus-place'
import { toast } from '@/components/ui/toast'
import { isAppError } from '@/lib/errors'
import { loadModule } from '@/lib/lazy-module'
import type { Progress } from './copy'

const texts = adminMessages.copy

/** As much as is written to a file as it comes, and as much as a browser without that gathers first. */
const LIMITS = { streamed: 1024 ** 3, gathered: 250 * 1024 ** 2 }

const saveCopy = async (signal: AbortSignal, onProgress: (progress: Progress) => void): Promise<string[]> => {
  const name = `copy-${dayInLondon()}.zip`
  // First of all: browsers let a page ask for a file only just after a click.
  const file = await window.showSaveFilePicker?.({ suggestedName: name })
  onProgress({ done: 0, files: 0 })
  try {
    const { writeCopy } = await loadModule(() => import('./copy'))
    if (file) return await writeCopy(await file.createWritable(), { limit: LIMITS.streamed, signal, onProgress })
    const parts: Blob[] = []
    const gather = new WritableStream<Uint8Array<ArrayBuffer>>({ write: (part) => void parts.push(new Blob([part])) })
    const missing = await writeCopy(gather, { limit: LIMITS.gathered, signal, onProgress })
    saveFile(name, new Blob(parts, { type: 'application/zip' }))
    return missing
  } catch (cause) {
    // Where it was to be saved lies an empty file.
    await file?.remove?.().catch(() => {})
    throw cause
  }
}

const explain = (error: unknown): string | undefined => {
  if (isAppError(error, 'too-large'))
    return texts.tooLarge(formatBytes(window.showSaveFilePicker ? LIMITS.streamed : LIMITS.gathered))
  if (error instanceof RangeError) return texts.restless
  return error instanceof DOMException ? texts.notWritten : undefined
}

function CopyProgress({ progress, onCancel }: { progress: Progress; onCancel: () => void }) {
  const { done, files, failure } = progress
  useLeaveQuestion('copy', texts.leave)
  // 'Cancel' may have it when it goes.
  useLayoutEffect(() => () => keepFocus()(), [])
  return (
    <div className="grid gap-2 text-sm">
      <p role="status">
        {failure ? texts.waits(isAppError(failure, 'offline')) : files > 0 ? texts.copying : texts.reading}
      </p>
      <label className="grid gap-1.5 tabular-figures">
        {files > 0 ? `File ${Math.min(done + 1, files)} of ${files}` : <span className="sr-only">{texts.reading}</span>}
        <progress className="h-2 w-full accent-green-dark" {...(files > 0 && { value: done, max: files })} />
      </label>
      <div>
        <SmallButton onClick={onCancel}>Cancel</SmallButton>
      </div>
    </div>
  )
}

/** Saves a copy of everything on the server as a ZIP file. */
export function DownloadCopy() {
  const [progress, setProgress] = useState<Progress>()
  const controller = useRef<AbortController>(undefined)
  useEffect(() => () => controller.current?.abort(), [])
  const {
    mutate,
    isPending,
    error,
    data: missing,
  } = useAction({
    meta: { skipWaitingRefresh: true },
    mutationFn: async () => {
      const running = new AbortController()
      controller.current = running
      try {
        return await saveCopy(running.signal, (now) => {
          if (!running.signal.aborted) setProgress(now)
        })
      } catch (cause) {
        // Of 'Cancel', here or where the file was to be chosen.
        if (cause instanceof DOMException && cause.name === 'AbortError') return undefined
        throw cause
      } finally {
        running.abort()
        setProgress(undefined)
      }
    },
    onSuccess: (copied) => (copied ? toast.success(texts.saved) : toast.info(texts.cancelled)),
  })
  return (
    <section aria-labelledby="copy" className="grid gap-3 rounded-card border border-concrete-200 bg-white px-4 py-3">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="grid max-w-prose gap-1 text-concrete-700 text-sm">
          <h2 id="copy" className="text-ink text-lg">
            A copy of the data
          </h2>
          <p>{texts.what}</p>
          <p>{texts.lacks}</p>
          <p className="font-semibold text-ink">{texts.warning}</p>
        </div>
        <SmallButton Icon={Download} busy={isPending} onClick={() => void mutate()}>
          {isPending ? 'Copying...' : 'Download a copy'}
        </SmallButton>
      </div>
      {progress && <CopyProgress progress={progress} onCancel={() => controller.current?.abort()} />}
      {error && (
        <ErrorPanel title={texts.failed} error={error}>
          {explain(error)}
        </ErrorPanel>
      )}
      {missing && missing.length > 0 && (
        <Alert tone="error" title={texts.missing}>
          {texts.missingText}
          {missing.map((name) => (
            <code key={name} className="block text-xs">
              {name}
            </code>
          ))}
        </Alert>
      )}
    </section>
  )
}
