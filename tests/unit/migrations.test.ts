import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { readMigrations } from '../../supabase/local/database/prepare'

// Databases never run a migration again.
const CHECKSUMS = {
  '20260101000001_administrators': 'd8801cc295cdc17659fdb399a8064093',
  '20260101000002_reviews': '19b2247ee94db9e57736a9cf33833545',
  '20260101000003_review_invitations': '7771e60db7645c4c74270072f7485104',
  '20260101000004_enquiries': '44d989c35bfb58ed4b61fe148b4f0f64',
  '20260101000005_rate_limits': '88b305a36c9159ea4e2a769d250144ca',
  '20260101000006_site_media': '71ce378f7708d35166f33906a55079f9',
  '20260101000007_publications': '93322d3051ff49f80c30510bec58bb48',
  '20260101000008_projects': 'd0a47d2f6f1964207c52c57edbe1d326',
  '20260101000009_builds': '5beb29007b801aeb27688e2ef1565b2c',
  '20260101000010_unused_media': 'f4554882cac35f27ef5b58b7080de32b',
  '20260101000011_waiting_counts': 'ca3af34d90da5456de4417f551409b1c',
  '20261126000000_second_factor': 'df2eed434609990da53114515c70d413',
  '20261127000000_project_versions': 'c29cfc8b528ffb802203e5eccb4f7ff3',
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
