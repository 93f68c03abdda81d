import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { readMigrations } from '../../supabase/local/database/prepare'

// Databases have run them, and never run them again: a change is a new file, whose line comes with it.
const CHECKSUMS = {
  '20260101000001_administrators': 'd8801cc295cdc17659fdb399a8064093',
  '20260101000002_reviews': '97cebf900f8b2f472c21ac9ee9952eb0',
  '20260101000003_review_invitations': '7771e60db7645c4c74270072f7485104',
  '20260101000004_enquiries': '44d989c35bfb58ed4b61fe148b4f0f64',
  '20260101000005_rate_limits': '88b305a36c9159ea4e2a769d250144ca',
  '20260101000006_site_media': 'd50a100743ec06e7ed6f529ebbe47010',
  '20260101000007_publications': '2cc921cc048cfdd617fa37c51945ac99',
  '20260101000008_projects': 'afa71e29e00813cae555f3c9770b8920',
  '20260101000009_builds': '6c404bca98bb07c637f69e4a254ffc68',
  '20260101000010_unused_media': '6fefaa9b86c28f7dbb27f13c1dc29035',
  '20260101000011_waiting_counts': '7ebec275d68cec422f9035a753226ea6',
  '20261126000000_second_factor': 'df2eed434609990da53114515c70d413',
  '20261127000000_project_versions': '8b648d2fedd18beeb1e7948766a4697f',
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
