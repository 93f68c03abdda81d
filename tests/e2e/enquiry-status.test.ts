import { randomUUID } from 'node:crypto'
import { type APIRequestContext, devices, type Page } from 'playwright/test'
import { asServer, expect, injectSession, open, test } from './admin-support'

const STATUSES = ['Contacted', 'Visit booked', 'Quoted', 'Won', 'Lost']

type Stored = { status: string; note: string; status_changes: { status: string; by: string }[] }

const storedOf = (subject: string) => `subject=eq.${subject}&select=status,note,status_changes`
const enquiry = (page: Page) => page.getByRole('list', { name: 'Enquiries' }).getByRole('article')
const statusButton = (page: Page, name: string) => enquiry(page).getByRole('button', { name, exact: true })
const note = (page: Page) => page.getByRole('textbox', { name: 'Note' })

const openEnquiry = async (page: Page, subject: string) => {
  await open(page, `/admin/dashboard?tab=enquiries&q=${subject}`)
  await expect(enquiry(page)).toHaveCount(1)
}

const addEnquiry = async (request: APIRequestContext, name: string) => {
  const subject = `${name}-${randomUUID()}`
  const sent = { kind: 'contact', name: 'Ann', email: 'ann@example.com', subject, message: 'Damp' }
  await asServer(request, 'POST', '/rest/v1/enquiries', { ...sent, created_at: '2026-01-05T10:00:00Z' })
  return subject
}

test('the owner takes an enquiry through every status by keyboard and exports it', {
  tag: '@every-browser',
}, async ({ adminPage: page, admin, request, rows }) => {
  const subject = await addEnquiry(request, 'status')
  const stored = async () => (await rows<Stored>('enquiries', storedOf(subject)))[0]
  await open(page, '/admin/dashboard')
  await expect(page.getByText(/^\d+ waiting for more than one working day$/)).toBeVisible()

  await openEnquiry(page, subject)
  for (const name of STATUSES) {
    await statusButton(page, name).press('Enter')
    await expect(page.getByText(`Ann marked as ${name.toLowerCase()}`)).toBeVisible()
    await expect(page.getByRole('button', { name: `${name} (1)` })).toBeVisible()
  }
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect.poll(async () => (await stored())?.status).toBe('won')
  await page.reload()
  await expect(enquiry(page).getByText('6 status changes')).toBeVisible()
  expect((await stored())?.status_changes).toHaveLength(6)
  expect((await stored())?.status_changes[5]).toMatchObject({ status: 'won', by: admin.email })
  await page.getByRole('button', { name: 'Lost (0)' }).click()
  await expect(page.getByText(`Nothing found for “${subject}”`)).toBeVisible()
  await page.getByRole('button', { name: 'Won (1)' }).click()
  await expect(enquiry(page)).toHaveCount(1)

  await page.evaluate(() => {
    const { createObjectURL } = URL
    URL.createObjectURL = (blob: Blob) => createObjectURL.call(URL, Object.assign(window, { csv: blob }).csv)
  })
  await page.getByRole('button', { name: 'Export as CSV' }).click()
  const csv = () => page.evaluate(() => (window as unknown as { csv?: Blob }).csv?.text() ?? '')
  await expect.poll(csv).toMatch(/,Status,Status changed,Note\r\n.*,Won,2\d{3}-[^,]*,\r\n$/s)
})

test('a note written on two devices at once asks which version to keep', {
  tag: '@every-browser',
}, async ({ adminPage: page, anotherPage: other, admin, request, rows }) => {
  const subject = await addEnquiry(request, 'note')
  const stored = async () => (await rows<Stored>('enquiries', storedOf(subject)))[0]?.note
  await injectSession(other, admin.session)
  for (const [one, text] of [
    [page, 'From the phone'],
    [other, 'From the office'],
  ] as const) {
    await openEnquiry(one, subject)
    await one.getByRole('button', { name: /^Add note/ }).click()
    await note(one).fill(text)
  }
  await page.getByRole('button', { name: 'Save note' }).click()
  await expect(page.getByText('Note saved')).toBeVisible()
  await other.getByRole('button', { name: 'Save note' }).click()
  await expect(other.getByText(/^This note was changed in another tab/)).toBeVisible()
  await expect(note(other)).toHaveValue('From the office')
  expect(await stored()).toBe('From the phone')
  await other.getByRole('button', { name: 'Keep mine' }).click()
  await expect(other.getByText('Note saved')).toBeVisible()
  expect(await stored()).toBe('From the office')
})

test.describe('on a phone', () => {
  const { viewport, userAgent, deviceScaleFactor, isMobile, hasTouch } = devices['Pixel 7']
  test.use({ viewport, userAgent, deviceScaleFactor, isMobile, hasTouch })

  test('one tap sets the status of an enquiry, and another undoes it', async ({ adminPage: page, request, rows }) => {
    const subject = await addEnquiry(request, 'tap')
    const status = async () => (await rows<Stored>('enquiries', storedOf(subject)))[0]?.status
    await openEnquiry(page, subject)
    await statusButton(page, 'Visit booked').tap()
    await expect.poll(status).toBe('visit booked')
    await page.getByRole('button', { name: 'Undo' }).tap()
    await expect.poll(status).toBe('new')
  })
})
