import { useMatch } from 'react-router-dom'
import { WorkInProgress } from '@/pages/work-in-progress'
import { paths } from '@/paths'
import { siteAccessAuth } from '@/storage/keys'
import { useSessionFlag } from '@/storage/stored-value'
import { PublicLayout } from './public-layout'

/** Frame of every public page of a site under construction: only the owner's browser session gets past it. */
export function Component() {
  const { state, setFlag } = useSessionFlag(siteAccessAuth)
  const maintenance = useMatch(paths.maintenance.pattern)
  if (maintenance || state === 'set') return <PublicLayout />
  return <WorkInProgress accessReady={state === 'clear'} onAccess={setFlag} />
}
