import type { Build } from '@contract/rebuild'
import { expect, it } from 'vitest'
import { buildText } from '@/admin/words/build-text'

it.each<[string, Partial<Build>]>([
  ['The pages will be built again after 09:30. Visitors see every change already', { state: 'waiting' }],
  ['The host could not be asked to build the pages again; the next attempt comes after 09:30.', { state: 'failed' }],
  ['The pages are being built again.', { state: 'ordered' }],
  ['/version.json of the website could not be read', { state: 'ordered', is_readable: false }],
  ['The builds of these 30 days are used up: the next one comes after 09:30', { state: 'spent' }],
  ['The pages were ordered again 3 times since 09:00, and are still the older ones.', { state: 'lost', times: 3 }],
])('the admin area says of the built pages: %s', (sentence, build) => {
  const at = (time: string) => new Date(`${new Date().toDateString()} ${time}`).toISOString()
  const known = { due: at('09:30'), since: at('09:00'), ask_in: null, times: 0, is_lost: false, is_readable: true }
  expect(buildText({ state: 'current', ...known, ...build })).toContain(sentence)
})
