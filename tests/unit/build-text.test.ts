import type { RebuildStatus } from '@contract/rebuild'
import { expect, it } from 'vitest'
import { rebuildStatusText } from '@/admin/text/build-text'

it.each<[string, Partial<RebuildStatus>]>([
  ['The site will be rebuilt after 09:30. Visitors already see all changes.', { state: 'waiting' }],
  ['Couldn’t start a rebuild. The next attempt is after 09:30.', { state: 'failed' }],
  ['The site is being rebuilt.', { state: 'ordered' }],
  ['because /version.json couldn’t be read', { state: 'ordered', is_readable: false }],
  ['You’ve used all the rebuilds allowed in 30 days. The next one is after 09:30.', { state: 'spent' }],
  [
    'We’ve requested a rebuild 3 more times since 09:00, but the old pages are still live.',
    { state: 'lost', times: 3 },
  ],
])('the dashboard shows the rebuild status "%s"', (sentence, build) => {
  const at = (time: string) => new Date(`${new Date().toDateString()} ${time}`).toISOString()
  const known = { due: at('09:30'), since: at('09:00'), ask_in: null, times: 0, is_lost: false, is_readable: true }
  expect(rebuildStatusText({ state: 'current', ...known, ...build })).toContain(sentence)
})
