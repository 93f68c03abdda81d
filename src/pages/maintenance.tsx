import { PageHeader } from '@/components/layout/page-header'
import { Seo } from '@/components/layout/seo'
import { paths } from '@/paths'

/** The password-gated maintenance page. */
export function Component() {
  return (
    <>
      <Seo title="Maintenance" description="Maintenance of the website." path={paths.maintenance.href} hidden />
      <PageHeader title="Maintenance" back={{ to: paths.home.href, label: 'Back to Website' }} />
    </>
  )
}
