import { Gate } from '@/admin/features/session/gate'
import { useAdminFlag } from '@/admin/features/session/use-admin-flag'
import { useLogOut } from '@/admin/features/session/use-log-out'
import { paths } from '@/paths'
import { useMatch } from '@/router'
import { useSearchParams } from '@/router/search-params'
import { LateScreen } from './late-screen'
import { sectionOf } from './sections'
import { Shell } from './shell'

const loadApproval = () => import('@/admin/features/reviews/approval-view')

/** The dashboard: the section of the address, or, from the notification e-mail, the approval of one testimonial. */
export function Component() {
  const [search] = useSearchParams()
  const approving = useMatch(paths.adminApproveTestimonial.pattern) !== null
  const flag = useAdminFlag()
  // Here, because what is below is gone as soon as the flag falls.
  const logOut = useLogOut()
  if (!flag) return <Gate />

  const section = sectionOf(approving ? 'reviews' : search.get('section'))
  const load = approving ? loadApproval : section.load
  return (
    <Shell active={section.key} title={section.title} onLogOut={logOut}>
      <LateScreen key={approving ? 'approval' : section.key} load={load} />
    </Shell>
  )
}
