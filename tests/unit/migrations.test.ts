import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { readMigrations } from '../../supabase/local/database/prepare'

// Databases never run a migration again.
const CHECKSUMS = {
  '20260101000001_administrators': 'a39456aae3e15199037c135783821da2',
  '20260101000002_reviews': '4699a45211a13dc3548c507ce4bbef41',
  '20260101000003_review_invitations': '76d499d27ca79c78e506e3ab0d5997d9',
  '20260101000004_enquiries': '0ac5d9debc7742a388403e3f75bb8dc8',
  '20260101000005_rate_limits': 'b83f300a4638d9d4274d67a39f186929',
  '20260101000006_site_media': '080e4111e2781e6c8f491fb2288a3ef2',
  '20260101000007_publications': 'e25b9ac93ff57d5c394223cb3e4039a3',
  '20260101000008_projects': '0aa30846cda655cc3eaa67b554d60e25',
  '20260101000009_builds': '191b7359c8da92ddf4f0a506305e1e7b',
  '20260101000010_unused_media': '4184ae51979f1f55cf2717d84b9a5544',
  '20260101000011_waiting_counts': '8e9de1e32f74ad65ca68eed816ca5a4a',
  '20261126000000_second_factor': '9011c90de671ccb79721fa5052c56b12',
  '20261127000000_project_versions': 'b572018d4d00010d734c9f7fc064da17',
  '20261127000001_copy': '59735d028e58f03184b35f15f20c7ec1',
  '20261127000002_trim_versions': '9dd426094074899d4f724d46cecc4f19',
}

test('no migration that databases may have run has changed', () => {
  const checksums = readMigrations(process.cwd()).map(({ version, name, sql }) => [
    `${version}_${name}`,
    createHash('sha256').update(sql).digest('hex').slice(0, 32),
  ])
  expect(Object.fromEntries(checksums)).toEqual(CHECKSUMS)
})
