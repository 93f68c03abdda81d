import { randomUUID } from 'node:crypto'
import { expectAccessible } from './accessibility'
import { asServer, expect, open, test } from './admin-support'

test('an enquiry from the website arrives in the dashboard, and is deleted after the question', async ({
  adminPage,
  request,
}) => {
  const subject = `Cellar ${randomUUID().slice(0, 8)}`
  const message = {
    isContactForm: true,
    name: 'Ann',
    fromEmail: 'ann@example.com',
    subject,
    cardUrl: 'Two lines:\ndamp.',
  }
  const answer = await request.post('/functions/v1/send-email', {
    data: message,
    headers: { 'x-forwarded-for': '127.0.0.9' },
  })
  expect(answer.ok(), await answer.text()).toBe(true)

  await adminPage.getByRole('tab', { name: 'Enquiries' }).click()
  await expect(adminPage).toHaveURL(/tab=enquiries/)
  await adminPage.getByRole('searchbox', { name: 'Search enquiries' }).fill(subject)
  const rows = adminPage.getByRole('list', { name: 'Enquiries' }).getByRole('listitem')
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('E-mail sent')
  await expectAccessible(adminPage, 'enquiries')

  await rows.getByRole('button', { name: /^Delete/ }).press('Enter')
  const dialog = adminPage.getByRole('alertdialog', { name: 'Are you sure?' })
  await expectAccessible(adminPage, 'delete dialog')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(adminPage.getByText('Enquiry deleted')).toBeVisible()
  await expect(adminPage.getByText(`Nothing found for “${subject}”`)).toBeVisible()
})

test('long words, other scripts and markup in an enquiry stay text and stay inside the page', async ({
  adminPage,
  request,
}) => {
  const word = randomUUID()
  await asServer(request, 'POST', '/rest/v1/enquiries', {
    kind: 'contact',
    name: '👷‍♀️ عميل طويل الاسم',
    email: 'long@example.com',
    subject: `<img src=x onerror=alert(1)> ${word}`,
    message: `${'W'.repeat(3_000)} the end`,
  })
  await open(adminPage, '/admin/dashboard?tab=enquiries')
  await adminPage.getByRole('searchbox', { name: 'Search enquiries' }).fill(word)
  await expect(adminPage.getByRole('heading', { name: `<img src=x onerror=alert(1)> ${word}` })).toBeVisible()
  await expectAccessible(adminPage, 'long enquiry')
  await adminPage.getByRole('button', { name: 'Show all' }).click()
  await expectAccessible(adminPage, 'the whole of it')
})

test('the overview shows its samples, accessibly', async ({ adminPage }) => {
  await expect(adminPage.getByText('Website Visitors')).toBeVisible()
  await expect(adminPage.getByText(/Connect an analytics service for accurate data/)).toBeVisible()
  await expect(adminPage.getByRole('progressbar')).toHaveCount(3)
  // The message of the sign-in fades out, and has no contrast while it does.
  await expect(adminPage.locator('[data-sonner-toast]')).toHaveCount(0)
  await expectAccessible(adminPage, 'overview')
})

test('the menu closes when the window grows past its need', async ({ adminPage: page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Menu' }).click()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await expect(menu).toBeVisible()
  await page.setViewportSize({ width: 1_440, height: 844 })
  await expect(menu).toBeHidden()
})
