import { useEffect, useEffectEvent } from 'react'
import { toast } from '@/components/ui/toast'
import { useLazyModule } from '@/components/ui/use-lazy-module'
import { lazyModule } from '@/lib/lazy-module'
import { whenIdle } from '@/lib/when-to-start'
import { CONNECTION } from '@/messages/everywhere'
import { loadErrorText } from '@/messages/load-error'
import { useConsent } from './consent-context'

const openBanner = lazyModule(() => import('./open-banner'))

/** Never prerendered. Until it loads, nothing is tracked. */
export function CookieBanner() {
  const { bannerOpen, bannerAskedFor, closeBanner } = useConsent()
  const OpenBanner = useLazyModule(openBanner)?.default
  const reportFailure = useEffectEvent((cause: unknown) => {
    // Otherwise the next click would change nothing.
    closeBanner()
    toast.error(loadErrorText(cause, CONNECTION))
  })
  useEffect(() => {
    if (!bannerOpen) return
    if (bannerAskedFor) openBanner.load().catch(reportFailure)
    // Hydration has just finished.
    else void whenIdle().then(openBanner.prefetch)
  }, [bannerOpen, bannerAskedFor])
  return bannerOpen && OpenBanner && <OpenBanner />
}
