import { useMatch } from 'react-router-dom'
import { WorkInProgress } from '@/pages/work-in-progress'
import { paths } from '@/paths'
import { siteAccessAuth } from '@/storage/site-access-auth'
import { useSessionPass } from '@/storage/use-session-pass'
import { PublicLayout } from './public-layout'

/** Frame of every public page of a site under construction: only the owner's browser session gets past it. */
export function Component() {
  const { state, grant } = useSessionPass(siteAccessAuth)
  const maintenance = useMatch(paths.maintenance.pattern)
  if (maintenance || state === 'held') return <PublicLayout />
  return <WorkInProgress accessReady={state === 'missing'} onAccess={grant} />
}
