import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { readMigrations } from '../../supabase/local/database/prepare'

// Databases have run them, and never run them again: a change is a new file, whose line comes with it.
const CHECKSUMS = {
  '20260101000001_administrators': 'd60520bac2765cfc304c6546549cc019',
  '20260101000002_reviews': '3f6db1cd981140746c7f169928fecb00',
  '20260101000003_review_invitations': '7771e60db7645c4c74270072f7485104',
  '20260101000004_enquiries': '6a215cb1be1680274e6e43756ba9edba',
  '20260101000005_rate_limits': '47f921302e0b9be5ce2d5aa13c0d4c34',
  '20260101000006_site_media': 'abead0272b398faa92d9ba7d3f9b9369',
  '20260101000007_publications': '5110d44f832f29cd57de1685fc694b7c',
  '20260101000008_projects': '9dde6e353d833c81b90d6ed507dbdb73',
  '20260101000009_builds': 'd46d26ebd6a23e39dd368c3cd0f46243',
  '20260101000010_unused_media': 'f4554882cac35f27ef5b58b7080de32b',
  '20260101000011_waiting_counts': '7ebec275d68cec422f9035a753226ea6',
  '20261126000000_second_factor': '3b2847078e446c068a1aa6a194076bd1',
  '20261127000000_project_versions': '2bd07d7d1a1cd14d6e4c058d37ef3da2',
  '20261127000001_copy': 'a1f4218e358539120dba8998a7073b6e',
  '20261127000002_trim_versions': '801f5865ff7c353e6984e179f8e3f710',
}

test('no migration that databases may have run has changed', () => {
  const checksums = readMigrations(process.cwd()).map(({ version, name, sql }) => [
    `${version}_${name}`,
    createHash('sha256').update(sql).digest('hex').slice(0, 32),
  ])
  expect(Object.fromEntries(checksums)).toEqual(CHECKSUMS)
})
