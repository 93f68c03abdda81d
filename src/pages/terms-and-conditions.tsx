import { PageHeader } from '@/components/layout/page-header'
import { site } from '@/content/site'
import { Seo } from '@/lib/seo'
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
