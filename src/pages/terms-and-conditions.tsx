import type { PageHandle } from '@/components/layout/seo'
import { terms } from '@/content/legal/terms'
import { LegalPage } from '@/features/legal/legal-page'
import { paths } from '@/paths'

export const handle: PageHandle = {
  meta: { title: terms.title, description: terms.description, path: paths.terms.href },
}

export function Component() {
  return <LegalPage {...terms} />
}
