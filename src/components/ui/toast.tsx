import { lazyModule } from '@/lib/lazy-module'
import type { ToastOptions, ToastTone } from './toaster'
import { useLazyModule } from './use-lazy-module'

const PLAIN_MS = 4_000
const toaster = lazyModule(() => import('./toaster'))

const showPlainly = (text: string) => {
  const className = 'fixed right-4 bottom-6 z-50 max-w-sm rounded-lg bg-ink px-4 py-3 text-sm text-paper shadow-float'
  const notice = Object.assign(document.createElement('p'), { role: 'alert', className, textContent: text })
  document.body.append(notice)
  setTimeout(() => notice.remove(), PLAIN_MS)
}

const show =
  (tone: ToastTone) =>
  (text: string, options?: ToastOptions): void =>
    void toaster.load().then(
      ({ showToast }) => showToast(tone, text, options),
      () => showPlainly(text),
    )

/** Shows toasts with Sonner, loaded on first use, or as plain text. */
export const toast = { info: show('info'), success: show('success'), error: show('error') }

export function Toasts() {
  const Toaster = useLazyModule(toaster)?.Toaster
  return Toaster && <Toaster />
}
