import { randomUUID } from 'node:crypto'
import { expect, open, test } from './admin-support'
import { fill, photoField } from './support'

const POLL_MS = 30_000

test('the open dashboard announces a new enquiry, which the owner answers and deletes', async ({
  adminPage: page,
  anotherPage: visitor,
  rows,
}) => {
  await page.clock.install()
  const listed = page.waitForResponse(/rpc\/enquiry_page/)
  await open(page, '/admin/dashboard?tab=enquiries')
  await listed
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)

  const subject = `Cellar ${randomUUID().slice(0, 8)}`
  await visitor.setExtraHTTPHeaders({ 'x-forwarded-for': '127.0.0.10' })
  await open(visitor, '/#contact-section')
  const Message = 'A dark cellar\nthat would like to be a room.'
  await fill(visitor, { Name: 'Ada Byron', Email: 'ada@example.com', Subject: subject, Message })
  await photoField(visitor)
  await visitor.getByRole('button', { name: 'Send Message' }).click()
  await expect(visitor.getByText('Message sent').first()).toBeVisible()

  await page.clock.runFor(POLL_MS + 1_000)
  await expect(page).toHaveTitle(/^\(\d+\) Overview/)
  await page.getByRole('button', { name: /^Show \d+ new enquir(y|ies)$/ }).click()
  await page.getByRole('searchbox', { name: 'Search enquiries' }).fill(subject)
  const row = page.getByRole('list', { name: 'Enquiries' }).locator('> li').filter({ hasText: subject })
  await expect(row).toHaveCount(1)
  await row.getByRole('link', { name: /^Reply/ }).click()
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await row.getByRole('button', { name: /^Yes/ }).click()
  await expect(page.getByText('Ada Byron marked as contacted')).toBeVisible()
  const stored = () => rows<{ status: string }>('enquiries', `subject=eq.${subject}`)
  expect(await stored()).toMatchObject([{ status: 'contacted' }])
  await row.getByRole('button', { name: /^Delete/ }).press('Enter')
  await page.getByRole('alertdialog', { name: 'Are you sure?' }).getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText(`Nothing found for “${subject}”`)).toBeVisible()
  expect(await stored()).toEqual([])
})
