import { Logo } from '@/components/layout/logo'
import { Seo } from '@/components/layout/seo'
import { PasscodeForm } from '@/components/passcode-form'
import { toast } from '@/components/ui/toast'
import { site } from '@/content/site'
import { SectionDrawing } from '@/features/work-in-progress/section-drawing'
import { messages } from '@/messages'
import { paths } from '@/paths'

const link = 'font-semibold underline decoration-1 underline-offset-4 hover:decoration-2'

type WorkInProgressProps = { accessReady: boolean; onAccess: () => void }

export function WorkInProgress({ accessReady, onAccess }: WorkInProgressProps) {
  const enter = () => {
    toast.success(messages.access.granted)
    onAccess()
  }
  return (
    <div className="flex min-h-svh flex-col overflow-x-clip">
      {/* The path puts the company's name first in the title. */}
      <Seo
        title="Work in Progress"
        description={`The website of ${site.name} is under construction. Please check back soon.`}
        path={paths.home.href}
        hidden
      />
      <header className="page-width py-6 lg:py-9">
        <Logo variant="default" label={site.name} />
      </header>
      <main id="main" tabIndex={-1} className="page-width relative z-10 pt-6 outline-none lg:pt-10">
        <h1 tabIndex={-1} className="text-[clamp(2.75rem,9vw,7.5rem)] leading-[0.95]">
          Work in Progress
        </h1>
        <div className="mt-6 max-w-md lg:mt-8">
          <p className="text-lg text-concrete-700">
            Our website is under construction. Please check back soon. In the meantime, please call or email us.
          </p>
          <address className="mt-5 grid justify-items-start gap-2 not-italic">
            <a href={site.phone.href} className={`${link} text-xl tabular-figures`}>
              {site.phone.display}
            </a>
            <a
              href={`mailto:${site.email}`}
              className={`${link} text-[clamp(0.8125rem,3.9vw,1.25rem)] [overflow-wrap:anywhere]`}
            >
              {site.email}
            </a>
          </address>
        </div>
      </main>
      <SectionDrawing />
      <footer className="bg-[#33201a] text-paper max-sm:grow">
        <div className="page-width flex flex-wrap items-start justify-between gap-x-10 gap-y-4 py-6 text-sm">
          <p className="py-1">{site.legalName}</p>
          <details>
            <summary className="w-fit py-1 underline-offset-4 hover:underline">Site access</summary>
            <div className="mt-3 rounded-card bg-paper p-5 text-base text-ink">
              <PasscodeForm submitLabel="Enter" ready={accessReady} onGranted={enter} />
            </div>
          </details>
        </div>
      </footer>
    </div>
  )
}
