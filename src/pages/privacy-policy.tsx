import type { PageHandle } from '@/components/layout/seo'
import { privacy } from '@/content/legal/privacy'
import { LegalPage } from '@/features/legal/legal-page'
import { paths } from '@/paths'

export const handle: PageHandle = {
  meta: { title: privacy.title, description: privacy.description, path: paths.privacy.href },
}

export function Component() {
  return <LegalPage {...privacy} />
}
