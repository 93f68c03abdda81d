import { type LoaderFunctionArgs, useMatch, useSearchParams } from 'react-router-dom'
import { LateScreen, prepareScreen } from '@/admin/components/late-screen'
import { Gate } from '@/admin/features/session/gate'
import { useAdminFlag } from '@/admin/features/session/use-admin-flag'
import { useLogOut } from '@/admin/features/session/use-log-out'
import { paths } from '@/paths'
import { sectionOf } from './sections'
import { Shell } from './shell'

const loadApproval = () => import('@/admin/features/reviews/approval-view')

// Of the approval link the approval, otherwise what the address asks for.
const loadOf = (approving: boolean, key: string | null) => (approving ? loadApproval : sectionOf(key).load)

/** Whoever comes to the dashboard is shown its frame and the section in it at once. */
export const loader = ({ url }: LoaderFunctionArgs): Promise<void> =>
  prepareScreen(loadOf(url.pathname === paths.adminApproveTestimonial.href, url.searchParams.get('section')))

/** The dashboard: the section of the address, or, from the notification e-mail, the approval of one testimonial. */
export function Component() {
  const [search] = useSearchParams()
  const approving = useMatch(paths.adminApproveTestimonial.pattern) !== null
  const flag = useAdminFlag()
  // Here, because what is below is gone as soon as the flag falls.
  const logOut = useLogOut()
  if (!flag) return <Gate />

  const section = sectionOf(approving ? 'reviews' : search.get('section'))
  const load = loadOf(approving, search.get('section'))
  return (
    <Shell active={section.key} title={section.title} onLogOut={logOut}>
      <LateScreen key={approving ? 'approval' : section.key} load={load} />
    </Shell>
  )
}
