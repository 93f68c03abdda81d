import { Seo } from '@/components/layout/seo'
import { terms } from '@/content/legal/terms'
import { LegalPage } from '@/features/legal/legal-page'
import { paths } from '@/paths'

/** Terms and Conditions. */
export function Component() {
  return (
    <>
      <Seo title={terms.title} description={terms.description} path={paths.terms.href} />
      <LegalPage {...terms} />
    </>
  )
}
