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

const POLL_MS = 30_000

test('an enquiry that a visitor sends is announced to the owner who has the dashboard open, and answered', async ({
  adminPage: page,
  browser,
  baseURL,
  rows,
}) => {
  await page.clock.install()
  await open(page, '/admin/dashboard?tab=enquiries')
  const waiting = page.getByRole('region', { name: 'Waiting for you' })
  await expect(waiting.getByRole('listitem').first()).toBeVisible()
  await expect(page.getByRole('list', { name: 'Enquiries' })).toBeVisible()

  const subject = `Cellar ${randomUUID().slice(0, 8)}`
  const extraHTTPHeaders = { 'x-forwarded-for': '127.0.0.10' }
  const context = await browser.newContext({ ...(baseURL && { baseURL }), extraHTTPHeaders })
  const visitor = await context.newPage()
  await open(visitor, '/#contact-section')
  await visitor.getByLabel('Name').fill('Ada Byron')
  await visitor.getByLabel('Email').fill('ada@example.com')
  await visitor.getByLabel('Subject').fill(subject)
  await visitor.getByLabel('Message').fill('A dark cellar\nthat would like to be a room.')
  await visitor.getByRole('button', { name: 'Send Message' }).click()
  await expect(visitor.getByText('Message sent').first()).toBeVisible()
  await context.close()

  await page.clock.runFor(POLL_MS + 1_000)
  const show = page.getByRole('button', { name: /^\d+ new: show the enquiries$/ })
  await expect(show).toBeVisible()
  await expect(page.getByText(subject)).toHaveCount(0)
  await expect(page).toHaveTitle(/^\(\d+\) Overview/)
  await expect(page.getByRole('link', { name: /^Overview \(\d+ new enquir/ })).toBeVisible()
  await expectAccessible(page, 'new rows')

  await show.click()
  const row = page.getByRole('list', { name: 'Enquiries' }).getByRole('listitem').filter({ hasText: subject })
  await expect(row.getByText('New', { exact: true })).toBeVisible()
  await row.getByRole('link', { name: /^Reply/ }).click()
  await expect(row.getByText('Answered', { exact: true })).toBeVisible()
  await expect
    .poll(
      async () => (await rows<{ answered_at: string | null }>('enquiries', `subject=eq.${subject}`))[0]?.answered_at,
    )
    .not.toBeNull()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row.getByText('New', { exact: true })).toBeVisible()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('what waits leads to its place by taps alone', async ({ adminPage: page, request }) => {
    await asServer(request, 'POST', '/rest/v1/enquiries', [
      { kind: 'contact', name: 'Ann', email: 'ann@example.com', message: 'Hello', subject: `Tap ${randomUUID()}` },
    ])
    await asServer(request, 'POST', '/rest/v1/reviews', [
      { name: 'Ann', location: 'Camden', text: `Dry ${randomUUID()}`, rating: 5, email: 'ann@example.com' },
    ])
    await open(page, '/admin/dashboard')
    await page.getByRole('link', { name: /\d+ new enquir/ }).tap()
    await expect(page.getByRole('button', { name: 'New', pressed: true })).toBeInViewport()
    const reply = page.getByRole('link', { name: /^Reply: Tap/ }).first()
    await reply.scrollIntoViewIfNeeded()
    expect((await reply.boundingBox())?.height).toBeGreaterThanOrEqual(32)
    await page.getByRole('button', { name: /^Menu, \d+ new$/ }).tap()
    await page
      .getByRole('dialog', { name: 'Menu' })
      .getByRole('link', { name: /^Reviews \(\d+ reviews? to moderate\)$/ })
      .tap()
    const approve = page.getByRole('button', { name: /^Approve the review/ }).first()
    await expect(approve).toBeVisible()
    await expectAccessible(page, 'pending reviews')
    await page.goBack()
    await expect(reply).toBeVisible()
    await expectAccessible(page, 'enquiries')
  })
})
