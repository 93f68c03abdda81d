import { PageHeader } from '@/components/layout/page-header'
import { Seo } from '@/components/layout/seo'
import { site } from '@/content/site'
import { paths } from '@/paths'

/** Terms and Conditions. */
export function Component() {
  return (
    <>
      <Seo title="Terms and Conditions" description={`Terms and Conditions of ${site.name}.`} path={paths.terms.href} />
      <PageHeader title="Terms and Conditions" back={{ to: paths.home.href, label: 'Back to Homepage' }}>
        <p>Last updated: May 2024</p>
      </PageHeader>
    </>
  )
}
