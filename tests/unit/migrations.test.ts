import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { readMigrations } from '../../supabase/local/database/prepare'

// Databases don't rerun migrations. Read docs/contributing.md before you update a checksum.
const CHECKSUMS = {
  '20260101000001_administrators': '8d9608eb28d1b6ea4a08e814150d4c98',
  '20260101000002_reviews': '1f0588671093820ad1d1e17ac694ed1c',
  '20260101000003_review_invitations': '4440c7c8997d413681dd7ade8625426d',
  '20260101000004_enquiries': '0ac5d9debc7742a388403e3f75bb8dc8',
  '20260101000005_rate_limits': '9ff33c36be0f2a4e81f23560900a9db8',
  '20260101000006_site_media': '30798e36f661523fba3cb6508342974d',
  '20260101000007_publications': 'e25b9ac93ff57d5c394223cb3e4039a3',
  '20260101000008_projects': '865f09350561e819954c15908bb6c0ea',
  '20260101000009_builds': 'be5ba47476fe48f9ec647d80fce43e78',
  '20260101000010_unused_media': 'a423e49320e633e2e2adfba50e782d18',
  '20260101000011_waiting_counts': '15b5832c4e1737f2e359dc5b5de76c71',
  '20261126000000_second_factor': 'cd230236b3b025bfce3fd1e85af99f77',
  '20261127000000_project_versions': '19e901d46acc6a7ea1aa1fe01d0f4afb',
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
