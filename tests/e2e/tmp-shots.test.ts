import { expect, open } from './admin-support'
import { giveFiles, type MadeFile } from './media-files'
import { test } from './own-site'

test.use({ expectedNoise: /./ })
const photo = (index: number): MadeFile => ({
  kind: 'image',
  name: `${index}-trial-pit.jpg`,
  width: 2600 + 100 * index,
  height: 1800,
  turned: index === 3,
})
test('shots', async ({ adminPage: page, request }) => {
  test.setTimeout(120_000)
  await page.evaluate(() => localStorage.setItem('cookieConsent', 'rejected'))
  const shot = async (name: string) => {
    for (const [w, h] of [
      [390, 844],
      [820, 1180],
      [1440, 900],
    ] as const) {
      await page.setViewportSize({ width: w, height: h })
      await page.waitForTimeout(300)
      await page.screenshot({ path: `screenshots/p35-${name}-${w}.png`, fullPage: true })
    }
  }
  let requests: string[] = []
  page.on('request', (r) => {
    if (/rest|storage\/v1|functions/.test(r.url())) requests.push(`${r.method()} ${new URL(r.url()).pathname}`)
  })
  await open(page, '/admin/dashboard?section=media&tab=projects')
  await page.getByRole('button', { name: 'Add project' }).click()
  await expect(page.getByText('Nothing entered yet.')).toBeVisible()
  requests = []
  await page.getByLabel('Title').pressSequentially('A café beneath Camden', { delay: 60 })
  await page.getByLabel('Place').pressSequentially('Camden, London', { delay: 60 })
  await page.getByLabel('Month completed').selectOption('March')
  await page.getByLabel('Year completed').selectOption('2025')
  await page
    .getByLabel('Summary')
    .pressSequentially('A dry cellar for a café of forty seats, in eleven weeks.', { delay: 40 })
  const words = Array.from(
    { length: 270 },
    (_, i) => ['We', 'dug', 'by', 'hand', 'under', 'the', 'terrace'][i % 7],
  ).join(' ')
  for (const part of words.match(/.{1,160}(\s|$)/g) ?? []) {
    await page.getByLabel('Description').pressSequentially(part, { delay: 8 })
    await page.waitForTimeout(1500)
  }
  await giveFiles(page, [1, 2, 3, 4, 5, 6].map(photo))
  await expect(page.getByText(/^Being/)).toHaveCount(0, { timeout: 40_000 })
  await expect(page.getByText(/^Saved at/)).toBeVisible()
  const count: Record<string, number> = {}
  for (const r of requests) {
    const k = r.replace(/[0-9a-f]{64}/, 'FILE')
    count[k] = (count[k] ?? 0) + 1
  }
  console.log(requests.length, JSON.stringify(count, null, 1))
  await shot('saved')
  await page.route('**/rpc/save_project', (route) => route.abort())
  await page.getByLabel('Place').fill('')
  await expect(page.getByText(/^Not saved yet: no/)).toBeVisible()
  await shot('offline')
  await page.unrouteAll()
  await expect(page.getByText(/^Saved at/)).toBeVisible({ timeout: 10_000 })
  await page.route('**/rpc/save_project', (route) => route.fulfill({ status: 500, body: '{}' }))
  await page.getByLabel('Services').fill('Underpinning')
  await expect(page.getByRole('alert')).toBeVisible()
  await shot('refused')
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByLabel('Place').fill('Camden')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByRole('button', { name: 'Publish now' }).click()
  await expect(page.getByText('It is live')).toBeVisible()
  await page.getByLabel('Title').fill('Another')
  await expect(page.getByText(/^Saved at/)).toBeVisible({ timeout: 10_000 })
  await shot('published')
  await page.getByRole('button', { name: 'All projects' }).click()
  await shot('list')
})
