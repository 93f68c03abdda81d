import { site } from '../../src/content/site'
import { expect, open, test } from './admin-support'
import { freshEmail } from './support'

test('the owner sees all services respond, and a test email reaches the company', {
  tag: '@hosted',
}, async ({ adminPage: page, mailbox, rows }) => {
  const from = freshEmail('tester')
  await open(page, '/admin/dashboard?section=email&tab=supabase')
  await expect(page.getByText('All services are responding')).toBeVisible()
  await expect(page.getByText(/^\d+ ms$/)).toHaveCount(3)
  await page.getByRole('tab', { name: 'Test Email' }).click()
  await page.getByLabel('Test email address').fill(from)
  await page.getByLabel('Message').fill('Does <b>this</b> arrive?')
  await page.getByRole('button', { name: 'Send Test Email' }).click()
  await expect(page.getByText(`Test email simulated to ${site.email} from ${from}`)).toBeVisible()
  const mine = (await mailbox.to(site.email)).filter((mail) => mail.replyTo.includes(from))
  expect(mine).toHaveLength(1)
  expect(mine[0]?.html).toContain('Does &lt;b&gt;this&lt;/b&gt; arrive?')
  expect(await rows('enquiries', `email=eq.${from}`)).toEqual([])
})
