import { Seo } from '@/components/layout/seo'
import { privacy } from '@/content/legal/privacy'
import { LegalPage } from '@/features/legal/legal-page'
import { paths } from '@/paths'

/** Privacy Policy. */
export function Component() {
  return (
    <>
      <Seo title={privacy.title} description={privacy.description} path={paths.privacy.href} />
      <LegalPage {...privacy} />
    </>
  )
}
