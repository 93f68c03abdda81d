import { RATING_MAX, WITHDRAWAL_KEY } from '@contract/limits'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { PageHeader } from '@/components/layout/page-header'
import type { PageHandle } from '@/components/layout/seo'
import { NoScriptNotice } from '@/components/ui/no-script-notice'
import { toast } from '@/components/ui/toast'
import { useLazyModule } from '@/components/ui/use-lazy-module'
import { featuredTestimonials } from '@/content/featured-testimonials'
import { site } from '@/content/site'
import { ApprovedReviewsSection } from '@/features/reviews/approved-reviews-section'
import { ReviewQuote } from '@/features/reviews/review-quote'
import { TestimonialForm } from '@/features/reviews/testimonial-form'
import { lazyModule } from '@/lib/lazy-module'
import { messages } from '@/messages'
import { loadErrorText } from '@/messages/load-error'
import { paths } from '@/paths'

export const handle: PageHandle = {
  meta: {
    title: 'Testimonials',
    description: `What homeowners say about basements, underpinning and groundworks by ${site.name}. Worked with us? Tell us how it went.`,
    path: paths.testimonials.href,
  },
}

const withdrawalModule = lazyModule(() => import('@/features/reviews/withdrawal'))

export function Component() {
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  const token = new URLSearchParams(hash.slice(1)).get(WITHDRAWAL_KEY)
  const Withdrawal = useLazyModule(withdrawalModule)?.Withdrawal
  const [withdrawn, setWithdrawn] = useState<string>()
  useEffect(() => {
    if (token !== null)
      withdrawalModule.load().catch((cause: unknown) => toast.error(loadErrorText(cause, messages.offline)))
  }, [token])
  return (
    <>
      {token !== null && Withdrawal && (
        <Withdrawal
          key={token}
          token={token}
          onWithdrawn={setWithdrawn}
          onClose={() => void navigate({ pathname, search }, { replace: true, preventScrollReset: true })}
        />
      )}
      <PageHeader title="Testimonials" back={{ to: paths.home.href, label: 'Back to home' }} />
      <section aria-labelledby="featured" className="page-width pb-20">
        <h2 id="featured" className="text-2xl md:text-3xl">
          Featured Testimonials
        </h2>
        <ul className="mt-8 grid grid-cols-1 gap-x-12 gap-y-10 lg:grid-cols-3">
          {featuredTestimonials.map(({ name, location, text }) => (
            <li key={name}>
              <ReviewQuote name={`Sample: ${name}`} location={location} rating={RATING_MAX} text={text} featured />
            </li>
          ))}
        </ul>
      </section>
      <ApprovedReviewsSection withdrawn={withdrawn} />
      <section aria-labelledby="submit" className="bg-paper-deep py-20">
        <div className="page-width grid gap-x-16 gap-y-8 lg:grid-cols-[1fr_2fr]">
          <div>
            <h2 id="submit" className="text-2xl md:text-3xl">
              Submit a Testimonial
            </h2>
            <p className="mt-4 max-w-sm text-concrete-700">
              Have we worked on your home? Tell other homeowners how it went. We read every testimonial before we
              publish it.
            </p>
          </div>
          <div>
            <NoScriptNotice />
            <TestimonialForm />
          </div>
        </div>
      </section>
    </>
  )
}
