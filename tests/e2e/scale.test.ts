import type { Page } from 'playwright/test'
import { expect, freshEmail, open, test } from './support'

// The counts that docs/scale.md multiplies. A page that asks more often fails here first.

/** The questions a page asks the backend from now on; files and preflights are no questions. */
const listQuestions = (page: Page): string[] => {
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/^\/(?:rest|auth|functions|api)\//.test(pathname)) asked.push(pathname)
  })
  return asked
}

const readToTheEnd = async (page: Page) => {
  await page.mouse.move(200, 200)
  await page.mouse.wheel(0, 20_000)
  await page.waitForLoadState('networkidle')
  // Longer than anything waits for the browser to be idle.
  await page.waitForTimeout(2_500)
}

const WHOLE_VISIT: Record<string, string[]> = {
  '/': ['/rest/v1/rpc/current_publication'],
  '/testimonials': ['/rest/v1/rpc/approved_review_summary', '/rest/v1/rpc/approved_reviews'],
}

// One page of each kind.
for (const path of ['/', '/projects', '/project/mayfair-basement', '/testimonials', '/privacy-policy'])
  test(`${path} asks the backend nothing for its first view, and later no more than is counted`, async ({ page }) => {
    const asked = listQuestions(page)
    await open(page, path)
    await readToTheEnd(page)
    expect(asked.toSorted()).toEqual(WHOLE_VISIT[path] ?? [])
    const early = await page.evaluate(() => {
      const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
      const [paint] = performance.getEntriesByName('first-contentful-paint')
      const firstView = Math.max(page?.loadEventEnd ?? 0, paint?.startTime ?? 0)
      const requests = performance
        .getEntriesByType('resource')
        .filter(({ name }) => /\/(?:rest|functions)\/v1\//.test(name))
      return requests.filter(({ startTime }) => startTime < firstView).map(({ name }) => name)
    })
    expect(early).toEqual([])
  })

test('a visit through all pages asks no more than its pages one by one', async ({ page }) => {
  const asked = listQuestions(page)
  await open(page, '/')
  await readToTheEnd(page)
  await page.getByRole('contentinfo').getByRole('link', { name: 'All projects' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Our Projects' })).toBeVisible()
  await page.getByRole('contentinfo').getByRole('link', { name: 'Business card' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Digital Business Card' })).toBeVisible()
  expect(asked).toEqual(WHOLE_VISIT['/'])
})

test('each form asks once: the testimonial, the card, the enquiry', async ({ page }) => {
  const asked = listQuestions(page)
  const email = freshEmail('counted')
  await open(page, '/business-card')
  await page.getByLabel('Recipient e-mail address').fill(email)
  await page.getByRole('button', { name: 'Share card' }).click()
  await expect(page.getByLabel('Recipient e-mail address')).toHaveValue('')
  expect(asked).toEqual(['/functions/v1/send-email'])

  await open(page, '/testimonials')
  asked.length = 0
  await page.getByLabel('Name').fill('Dora')
  await page.getByLabel('Location').fill('Hackney')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Your testimonial').fill('Counted.')
  await page.getByRole('button', { name: 'Submit Testimonial' }).click()
  await expect(page.getByRole('status')).toContainText('Success!')
  // The reviews are above the form.
  expect(asked.filter((path) => !path.startsWith('/rest/'))).toEqual(['/api/submit-testimonial'])

  await open(page, '/')
  asked.length = 0
  const section = page.locator('#contact-section')
  await section.getByLabel('Name').fill('Asha')
  await section.getByLabel('Email').fill(email)
  await section.getByLabel('Phone').fill('020 7946 0555')
  await section.getByLabel('Subject').fill('Counted')
  await section.getByLabel('Message').fill('Counted.')
  await section.getByRole('button', { name: 'Send Message' }).click()
  await expect(section.getByRole('status')).toContainText('Message sent.')
  expect(asked.filter((path) => !path.startsWith('/rest/'))).toEqual(['/functions/v1/send-email'])
})
