import type { ExternalToast } from 'sonner'
import { lateModule } from '@/lib/late-module'
import { useLateModule } from './use-late-module'

/** What a message may bring: an action, a duration in ms, an id by which it takes another one's place. */
export type ToastOptions = Pick<ExternalToast, 'action' | 'duration' | 'id' | 'onAutoClose' | 'onDismiss'>

const DURATION_MS = 4_000

// Sonner keeps a message until there is a list to show it.
const toaster = lateModule(() => import('./toaster'))

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
    void toaster.load().then(
      ({ toast }) => toast[tone](text, options),
      () => showPlainly(text, options),
    )

/** Shows a short message in the corner of the page; the code that does is fetched with the first one. */
export const toast = { info: show('info'), success: show('success'), error: show('error') }

/** Where messages show, once there has been one. */
export function Toasts() {
  const List = useLateModule(toaster)?.Toaster
  return List && <List />
}
