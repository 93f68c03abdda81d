import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { readMigrations } from '../../supabase/local/database/prepare'

// Databases have run them, and never run them again: a change is a new file, whose line comes with it.
const CHECKSUMS = {
  '20260101000001_administrators': 'd60520bac2765cfc304c6546549cc019',
  '20260101000002_reviews': 'e8db8527adc966ad3e4152fefaefa53d',
  '20260101000003_review_invitations': '7771e60db7645c4c74270072f7485104',
  '20260101000004_enquiries': '6a215cb1be1680274e6e43756ba9edba',
  '20260101000005_rate_limits': '47f921302e0b9be5ce2d5aa13c0d4c34',
  '20260101000006_site_media': '42df421845a3ab753ee4b55aecc79282',
  '20260101000007_publications': '15aa0510f5054e748be5d5f37c5667d6',
  '20260101000008_projects': '176ce1ad047dc9a5f947158240dd8e2b',
  '20260101000009_builds': '7832a8232e288f08d18b2201234fc5fb',
  '20260101000010_unused_media': '6fefaa9b86c28f7dbb27f13c1dc29035',
  '20260101000011_waiting_counts': '7ebec275d68cec422f9035a753226ea6',
  '20261126000000_second_factor': '3b2847078e446c068a1aa6a194076bd1',
  '20261127000000_project_versions': 'fcec7775e16b971cb00878c06d448629',
  '20261127000001_copy': 'cfd8ebbb4c82187d837e42308f5ae935',
  '20261127000002_trim_versions': '801f5865ff7c353e6984e179f8e3f710',
}

test('no migration that databases may have run has changed', () => {
  const checksums = readMigrations(process.cwd()).map(({ version, name, sql }) => [
    `${version}_${name}`,
    createHash('sha256').update(sql).digest('hex').slice(0, 32),
  ])
  expect(Object.fromEntries(checksums)).toEqual(CHECKSUMS)
})
