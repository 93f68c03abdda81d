import { PageHeader } from '@/components/layout/page-header'
import { Seo } from '@/components/layout/seo'
import { site } from '@/content/site'
import { Maintenance } from '@/features/maintenance/maintenance'
import { paths } from '@/paths'

/** The password-gated maintenance page. */
export function Component() {
  return (
    <>
      <Seo
        title="Maintenance"
        description={`The maintenance page of the ${site.name} website, behind a password.`}
        path={paths.maintenance.href}
        hidden
      />
      <PageHeader title="Maintenance" back={{ to: paths.home.href, label: 'Back to Website' }} />
      <div className="page-width pb-24">
        <Maintenance />
      </div>
    </>
  )
}
