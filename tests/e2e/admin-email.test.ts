import { site } from '../../src/content/site'
import { expectAccessible } from './accessibility'
import { expect, open, test } from './admin-support'
import { freshEmail } from './support'

const COMPANY = site.email
const tab = (name: string) => `/admin/dashboard?section=email&tab=${name}`

test('a test e-mail leaves the admin area and arrives in the company’s mailbox', async ({
  adminPage,
  mailbox,
  rows,
}) => {
  const page = adminPage
  const from = freshEmail('tester')
  await open(page, tab('test'))
  await page.getByRole('button', { name: 'Send Test Email' }).click()
  await expect(page.getByText('Please enter a test email address').first()).toBeVisible()
  await page.getByLabel('Test email address').fill(from)
  await page.getByLabel('Message').fill('Does <b>this</b> arrive?')
  await page.getByRole('button', { name: 'Send Test Email' }).click()
  await expect(page.getByText(`Test email simulated to ${COMPANY} from ${from}`)).toBeVisible()
  const mine = (await mailbox.to(COMPANY)).filter((mail) => mail.replyTo.includes(from))
  expect(mine).toHaveLength(1)
  expect(mine[0]?.html).toContain('Does &lt;b&gt;this&lt;/b&gt; arrive?')
  expect(await rows('enquiries', `email=eq.${from}`)).toEqual([])
})

test('the backend’s parts are asked for real, and one that fails is named', async ({ adminPage, noise }) => {
  const page = adminPage
  await open(page, tab('supabase'))
  await expect(page.getByText('Everything answers')).toBeVisible()
  await expect(page.getByText(/^\d+ ms$/)).toHaveCount(3)
  await page.route('**/functions/v1/**', (route) => route.abort())
  await page.getByRole('button', { name: 'Check again' }).click()
  await expect(page.getByText('Not working: edge functions')).toBeVisible()
  await page.unroute('**/functions/v1/**')
  await page.getByRole('button', { name: 'Check again' }).click()
  await expect(page.getByText('Everything answers')).toBeVisible()
  // The browser itself reports the requests that failed.
  noise.length = 0
})

test('the e-mail settings are accessible and fit their width', { tag: '@any-origin' }, async ({ adminPage: page }) => {
  for (const name of ['supabase', 'recaptcha', 'test', 'guide']) {
    await open(page, tab(name))
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
    await expect(page.getByText('Checking', { exact: true })).toHaveCount(0)
    await expectAccessible(page, name)
  }
})
