import { type LoaderFunctionArgs, useMatch, useSearchParams } from 'react-router-dom'
import { LateScreen } from '@/admin/components/late-screen'
import { useAdminSession } from '@/admin/features/session/admin-session'
import { Gate } from '@/admin/features/session/gate'
import { useLogOut } from '@/admin/features/session/use-log-out'
import { lateModule } from '@/lib/late-module'
import { paths } from '@/paths'
import { sectionOf } from './sections'
import { Shell } from './shell'

const approval = lateModule(() => import('@/admin/features/reviews/approval-view'))

const moduleOf = (approving: boolean, key: string | null) => (approving ? approval : sectionOf(key).module)

/** Whoever comes to the dashboard is shown its frame and the section in it at once. */
export const loader = async ({ url }: LoaderFunctionArgs): Promise<void> => {
  const isApproval = url.pathname === paths.adminApproveTestimonial.href
  await moduleOf(isApproval, url.searchParams.get('section'))
    .load()
    .catch(() => {})
}

/** The dashboard: the section of the address, or, from the notification e-mail, the approval of one testimonial. */
export function Component() {
  const [search] = useSearchParams()
  const approving = useMatch(paths.adminApproveTestimonial.pattern) !== null
  const { flag } = useAdminSession()
  // Here, because everything below unmounts when the flag is cleared.
  const logOut = useLogOut()
  if (!flag) return <Gate />

  const section = sectionOf(approving ? 'reviews' : search.get('section'))
  const module = moduleOf(approving, search.get('section'))
  return (
    <Shell active={section.key} title={section.title} onLogOut={logOut}>
      <LateScreen key={approving ? 'approval' : section.key} module={module} />
    </Shell>
  )
}
