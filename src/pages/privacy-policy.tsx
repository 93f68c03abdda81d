import { PageHeader } from '@/components/layout/page-header'
import { Seo } from '@/components/layout/seo'
import { site } from '@/content/site'
import { paths } from '@/paths'

/** Privacy Policy. */
export function Component() {
  return (
    <>
      <Seo title="Privacy Policy" description={`Privacy Policy of ${site.name}.`} path={paths.privacy.href} />
      <PageHeader title="Privacy Policy" back={{ to: paths.home.href, label: 'Back to Homepage' }}>
        <p>Last updated: May 2024</p>
      </PageHeader>
    </>
  )
}
