import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { readMigrations } from '../../supabase/local/database/prepare'

// Databases don't rerun migrations. Put each change in a new file.
const CHECKSUMS = {
  '20261201000001_access': '7ac24d61d053220592acf1d528cd07e5',
  '20261201000002_reviews': 'fcd061d4cb2c08f8b7ffb76dcd9f0929',
  '20261201000003_review_invitations': '9cced759df3c7426920f7bd026f1f40d',
  '20261201000004_enquiries': '0a783399edec04dd8c92b18448e930c0',
  '20261201000005_site_media': 'ae3a57fdb93fd709a04a4dc138cd6e7b',
  '20261201000006_publications': 'a4a8cec862d3211b7b6abb5ad705067b',
  '20261201000007_projects': '8a397e04701083e0f5e60fc9fb5dc140',
  '20261201000008_project_versions': '23f26326a12089a0ab2e57548fdf491b',
  '20261201000009_rebuilds': '956c48f8a69aca374120c3182dc9bd4d',
  '20261201000010_media_cleanup': '5e8c45b25f8c3302af4165eeb021627c',
  '20261201000011_overview': 'ed4ef724817c6d1f6ea05579d6db843f',
  '20261201000012_rate_limits': 'e5b882855f914e9cf13048c81b2a671d',
  '20261201000013_backup': 'c9a864aafd0fa9581962492af99d7279',
  '20261201000014_picture_widths': 'dbcaf89b03c97bfc16ab3dd9aa117ecc',
  '20261201000015_enquiry_photos': '21c0c9b5a282da1cd35a1c922ec68c82',
  '20261201000016_enquiry_status': 'ed3f76151229ebae35516d169f5eb270',
  '20261201000017_fair_reviews': 'dfda12dfde1e714c7f11dc2d8bac59b7',
  '20261201000018_review_replies': '83ceb6f62fc80a20d75beea8441d9591',
}

test('the baseline migrations are unchanged', () => {
  const checksums = readMigrations(process.cwd()).map(({ version, name, sql }) => [
    `${version}_${name}`,
    createHash('sha256').update(sql).digest('hex').slice(0, 32),
  ])
  expect(Object.fromEntries(checksums)).toEqual(CHECKSUMS)
})
