import { type ComponentType, useSyncExternalStore } from 'react'
import type { ExternalToast } from 'sonner'
import { lateModule } from '@/lib/late-module'

/** What a message may bring: an action, a duration in ms, an id by which it takes another one's place. */
export type ToastOptions = Pick<ExternalToast, 'action' | 'duration' | 'id' | 'onAutoClose' | 'onDismiss'>

const DURATION_MS = 4_000

const toaster = lateModule(() => import('./toaster'))
let List: ComponentType | undefined
const listeners = new Set<() => void>()

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

// Sonner keeps a message until there is a list to show it.
const load = async () => {
  const module = await toaster.load()
  List = module.Toaster
  for (const listener of listeners) listener()
  return module.toast
}

// A message must not be lost with the code that shows it.
const showPlainly = (text: string, options?: ToastOptions) => {
  const notice = document.createElement('p')
  notice.role = 'alert'
  notice.className = 'fixed right-4 bottom-6 z-50 max-w-sm rounded-lg bg-ink px-4 py-3 text-sm text-paper shadow-float'
  notice.textContent = text
  document.body.append(notice)
  setTimeout(() => {
    notice.remove()
    options?.onAutoClose?.({ id: '' })
  }, options?.duration ?? DURATION_MS)
}

const show =
  (tone: 'info' | 'success' | 'error') =>
  (text: string, options?: ToastOptions): void =>
    void load().then(
      (sonner) => sonner[tone](text, options),
      () => showPlainly(text, options),
    )

/** Shows a short message in the corner of the page; the code that does is fetched with the first one. */
export const toast = { info: show('info'), success: show('success'), error: show('error') }

/** Where messages show, once there has been one. */
export function Toasts() {
  const Current = useSyncExternalStore(
    subscribe,
    () => List,
    () => undefined,
  )
  return Current && <Current />
}
