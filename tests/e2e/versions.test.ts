import type { Page } from 'playwright/test'
import { violations } from './accessibility'
import { expect, open } from './admin-support'
import { test } from './separate-site'
import { PHONE } from './support'

const versions = (page: Page) => page.getByRole('dialog').getByRole('list').first().locator(':scope > li')

test('the owner reads project versions on a phone and previews an older one', async ({ adminPage: page, owner }) => {
  await page.setViewportSize(PHONE)
  const id = await owner.publishPool('read', 'A pool')
  await owner.publishPool('read', 'A pool, read', { id, words: 'Kentish Town' })
  await open(page, '/admin/dashboard?section=media&tab=projects')
  await page.getByRole('button', { name: 'Earlier versions A pool, read' }).click()
  await versions(page).first().getByText('3 pictures').click()
  expect(await violations(page)).toEqual([])
  const list = page.getByRole('dialog')
  expect(await list.evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth)).toBe(0)
  await versions(page).nth(1).getByRole('button', { name: /^Show/ }).click()
  const heading = (frame: HTMLIFrameElement) => frame.contentDocument?.querySelector('h1')?.textContent
  await expect.poll(() => page.locator('iframe').evaluate(heading)).toBe('A pool')
})
