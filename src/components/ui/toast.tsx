import type { ExternalToast } from 'sonner'
import { lazyModule } from '@/lib/lazy-module'
import { useLazyModule } from './use-lazy-module'

const DURATION_MS = 4_000
const sonner = lazyModule(() => import('sonner'))

const showPlainly = (text: string) => {
  const className = 'fixed right-4 bottom-6 z-50 max-w-sm rounded-lg bg-ink px-4 py-3 text-sm text-paper shadow-float'
  const notice = Object.assign(document.createElement('p'), { role: 'alert', className, textContent: text })
  document.body.append(notice)
  setTimeout(() => notice.remove(), DURATION_MS)
}

const show =
  (tone: 'info' | 'success' | 'error') =>
  (text: string, options?: ExternalToast): void =>
    void sonner.load().then(
      ({ toast }) => toast[tone](text, options),
      () => showPlainly(text),
    )

/** Shows messages with Sonner, which loads with the first; as plain text if it cannot. */
export const toast = { info: show('info'), success: show('success'), error: show('error') }

const offset = { bottom: 'calc(1.5rem + var(--reserved-bottom, 0px))' }
const options = { position: 'bottom-right', theme: 'light', richColors: true, offset, mobileOffset: offset } as const

/** Contract, point 9: 4 s each, three at once, 14 px apart. */
export function Toasts() {
  const Toaster = useLazyModule(sonner)?.Toaster
  return Toaster && <Toaster {...options} duration={DURATION_MS} visibleToasts={3} gap={14} />
}
