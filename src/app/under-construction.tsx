import { useMatch } from 'react-router-dom'
import { WorkInProgress } from '@/pages/work-in-progress'
import { paths } from '@/paths'
import { siteAccessAuth } from '@/storage/keys'
import { useStoredValue } from '@/storage/stored-value'
import { PublicLayout } from './public-layout'

/** Layout of every public page of a site under construction. Two pages are open; the others need the access code. */
export function Component() {
  const { state } = useStoredValue(siteAccessAuth)
  const maintenance = useMatch(paths.maintenance.pattern)
  // The cookie banner, which asks here, too, links to it.
  const privacy = useMatch(paths.privacy.pattern)
  if (maintenance || privacy || state === 'value') return <PublicLayout />
  return <WorkInProgress accessReady={state !== 'unread'} onAccess={() => siteAccessAuth.write('true')} />
}
