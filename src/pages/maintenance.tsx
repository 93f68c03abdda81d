import { PageHeader } from '@/components/layout/page-header'
import type { PageHandle } from '@/components/layout/seo'
import { site } from '@/content/site'
import { Maintenance } from '@/features/maintenance/maintenance'
import { paths } from '@/paths'

export const handle: PageHandle = {
  meta: {
    title: 'Maintenance',
    description: `Password-protected maintenance page of the ${site.name} website.`,
    path: paths.maintenance.href,
    hidden: true,
  },
}

export function Component() {
  return (
    <>
      <PageHeader title="Maintenance" back={{ to: paths.home.href, label: 'Back to Website' }} />
      <div className="page-width pb-24">
        <Maintenance />
      </div>
    </>
  )
}
