import { useMatch } from 'react-router-dom'
import { WorkInProgress } from '@/pages/work-in-progress'
import { paths } from '@/paths'
import { siteAccessAuth } from '@/storage/keys'
import { useStoredValue } from '@/storage/stored-value'
import { PublicLayout } from './public-layout'

export function Component() {
  const { state } = useStoredValue(siteAccessAuth)
  const maintenance = useMatch(paths.maintenance.pattern)
  // The cookie banner links to it.
  const privacy = useMatch(paths.privacy.pattern)
  if (maintenance || privacy || state === 'value') return <PublicLayout />
  return <WorkInProgress accessReady={state !== 'unread'} onAccess={() => siteAccessAuth.write('true')} />
}
