import { useEffect, useState } from 'react'
import { onToastWaiting, type Toast, takeWaiting } from './toast'
import { useLateComponent } from './use-late-component'

const lateToaster = { load: () => import('./toaster') }

// As long as the toaster shows a message (contract, point 9).
const DURATION_MS = 4_000

type Notice = Toast & { key: number }
let lastKey = 0

function PlainNotice({ text, options, onGone }: Toast & { onGone: () => void }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the time runs from the moment the message appears.
  useEffect(() => {
    const timer = setTimeout(() => {
      onGone()
      options?.onAutoClose?.()
    }, options?.duration ?? DURATION_MS)
    return () => clearTimeout(timer)
  }, [])
  const action = options?.action
  return (
    <p className="rounded-lg bg-ink px-4 py-3 text-sm text-paper shadow-float">
      {text}
      {action && (
        <button
          type="button"
          className="ml-3 font-semibold underline"
          onClick={() => {
            onGone()
            action.onClick()
          }}
        >
          {action.label}
        </button>
      )}
    </p>
  )
}

/**
 * Loads the toaster when the first message arrives, so that pages without messages do not pay for it. Where it cannot be
 * loaded the messages show all the same, without its looks; the next one tries again.
 */
export function ToastHost() {
  const [Toaster, fetchToaster] = useLateComponent(lateToaster)
  const [isNeeded, setIsNeeded] = useState(false)
  const [notices, setNotices] = useState<Notice[]>([])
  // biome-ignore lint/correctness/useExhaustiveDependencies: one listener for the life of the host.
  useEffect(
    () =>
      onToastWaiting(async () => {
        setIsNeeded(true)
        if (await fetchToaster()) return
        const late = takeWaiting().map((toast) => ({ ...toast, key: ++lastKey }))
        const ids = late.flatMap(({ options }) => options?.id ?? [])
        setNotices((before) => [...before.filter(({ options }) => !options?.id || !ids.includes(options.id)), ...late])
      }),
    [],
  )
  return (
    <>
      {/* Empty until the toaster is known to be missing: screen readers announce what enters a region that stands. */}
      {isNeeded && (!Toaster || notices.length > 0) && (
        <div
          role="status"
          className="fixed right-4 bottom-[calc(1.5rem+var(--reserved-bottom,0px))] z-50 grid max-w-sm gap-3 max-sm:left-4"
        >
          {notices.map((notice) => (
            <PlainNotice
              {...notice}
              key={notice.key}
              onGone={() => setNotices((before) => before.filter(({ key }) => key !== notice.key))}
            />
          ))}
        </div>
      )}
      {isNeeded && Toaster && <Toaster />}
    </>
  )
}
