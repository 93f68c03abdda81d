import { randomUUID } from 'node:crypto'
import type { Locator, Page } from 'playwright/test'
import { open } from './admin-support'
import { test } from './separate-site'
import { expect } from './support'

const DRAFTS = 30

test.use({ siteName: 'many drafts' })

const rows = (page: Page) => page.getByRole('list', { name: 'Projects' }).getByRole('listitem')
const edit = (row: Locator) => row.getByRole('button', { name: /^Edit/ })

test('a long project list renders only nearby rows and can move one beyond them', {
  tag: '@release',
}, async ({ adminPage: page, owner }) => {
  for (let index = 0; index < DRAFTS; index += 1) {
    const p_changes = { title: { base: 0, seq: 1, value: `Cellar ${index}` } }
    await owner.rpc('save_project', { p_id: randomUUID(), p_seen: 0, p_browser: 'phone', p_changes })
  }
  await open(page, '/admin/dashboard?section=media&tab=projects')
  await expect(rows(page)).toHaveCount(DRAFTS + 5)
  const titles = await rows(page).evaluateAll((items) =>
    items.map((item) => item.querySelector('h3')?.textContent ?? item.textContent),
  )
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  expect(titles.filter((title) => title?.startsWith('Cellar '))).toHaveLength(DRAFTS)
  const distant = rows(page).nth(DRAFTS - 1)
  await expect(edit(rows(page).first())).toBeVisible()
  await expect(edit(distant)).toHaveCount(0)

  await distant.scrollIntoViewIfNeeded()
  await expect(edit(distant)).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(height)
  const top = () => distant.evaluate((row) => Math.round(row.getBoundingClientRect().top))
  const before = await top()
  await edit(distant).click()
  await expect(page.getByRole('button', { name: 'All projects' })).toBeVisible()
  await page.goBack()
  await expect.poll(top).toBe(before)

  await page.evaluate(() => window.scrollTo(0, 0))
  await page.getByRole('button', { name: `Move ${titles[0]}`, exact: true }).focus()
  await page.keyboard.press('Space')
  const isAt = (place: number) =>
    expect(page.getByText(`${titles[0]} would be at position ${place} of ${DRAFTS + 5}`)).toBeAttached()
  await isAt(1)
  for (let place = 2; place <= 21; place += 1) {
    await page.keyboard.press('ArrowDown')
    await isAt(place)
  }
  await page.keyboard.press('Space')
  await expect(rows(page).nth(20)).toContainText(titles[0] ?? '')
})
