import { PageHeader } from '@/components/layout/page-header'
import type { PageHandle } from '@/components/layout/seo'
import { NoScriptNotice } from '@/components/ui/no-script-notice'
import { site } from '@/content/site'
import { BusinessCard } from '@/features/business-card/business-card'
import { CardActions } from '@/features/business-card/card-actions'
import { ShareForm } from '@/features/business-card/share-form'
import { paths } from '@/paths'

export const handle: PageHandle = {
  meta: {
    title: 'Digital Business Card',
    description: `Digital business card of ${site.founder.name}, ${site.founder.title} of ${site.name}, with email, phone and website.`,
    path: paths.businessCard.href,
  },
}

export function Component() {
  return (
    <>
      <PageHeader title="Digital Business Card" back={{ to: paths.home.href, label: 'Back to home' }} />
      <div className="page-width grid grid-cols-1 gap-x-16 gap-y-12 pb-24 lg:grid-cols-[34rem_1fr]">
        <div className="grid grid-cols-1 content-start gap-6">
          <BusinessCard />
          <CardActions />
        </div>
        <section aria-labelledby="share" className="max-w-md print:hidden">
          <h2 id="share" className="mb-5 text-2xl">
            Share this business card
          </h2>
          <NoScriptNotice />
          <ShareForm />
        </section>
      </div>
    </>
  )
}
