import { FUNCTION_TIMEOUT_MS } from '../../src/lib/fetch-with-timeout'
import { expect, open } from './admin-support'
import { test } from './separate-site'
import { fill, freshEmail, refuseCookies } from './support'

// All of them stop the same site.
test.describe.configure({ mode: 'default' })

// Browsers report every request without a response.
test.use({ expectedNoise: /Failed to load resource|Failed to fetch/ })

test.beforeEach(({ page }) => refuseCookies(page))

const LOST = /check your connection/i

const testimonial = { Name: 'Olu', Location: 'Peckham', Email: '', 'Your testimonial': 'Dry.' }
const card = { 'Recipient email address': '' }

for (const [path, button, texts, table, url, success] of [
  ['/testimonials', 'Submit Testimonial', testimonial, 'reviews', '**/api/submit-testimonial', /Success!/],
  ['/business-card', 'Share card', card, 'enquiries', '**/functions/v1/send-email', /An email will be sent shortly/],
] as const)
  test(`the form at ${path} survives a stopped backend and lost or late responses`, {
    tag: '@release',
  }, async ({ page, site, rows, mailbox }) => {
    const email = freshEmail('lost')
    const fields = Object.entries(texts).map(([label, text]) => [label, text || email] as const)
    const expectKept = async () => {
      for (const [label, value] of fields) await expect(form.getByLabel(label)).toHaveValue(value)
    }
    const stored = () => rows(table, `email=eq.${email}`).then(({ length }) => length)
    await open(page, path)
    // The reviews above may also show an error.
    const region = page.getByRole('region', { name: 'Submit a Testimonial' })
    const form = table === 'reviews' ? region : page.locator('body')
    const send = form.getByRole('button', { name: button })
    await fill(form, Object.fromEntries(fields))
    await page.waitForLoadState('networkidle')
    await site.stop()
    await send.click()
    await expect(form.getByText(LOST).last()).toBeVisible()
    await expectKept()
    await site.start()
    expect(await stored()).toBe(0)

    let [attempt, responses] = [0, 0]
    await page.route(url, async (route) => {
      attempt += 1
      if (attempt > 2) return route.continue()
      await route.fetch()
      responses += 1
      if (attempt === 1) await route.abort('connectionreset')
    })
    await send.click()
    await expect.poll(stored).toBe(1)
    await expect(send).toBeEnabled()
    await expect(form.getByText(LOST).last()).toBeVisible()
    await expectKept()

    await page.evaluate((limit) => {
      const later = window.setTimeout
      window.setTimeout = ((run: () => void, ms?: number) => {
        if (ms === limit) window.addEventListener('time-out', run)
        return later(run, ms)
      }) as typeof later
    }, FUNCTION_TIMEOUT_MS)
    await send.click()
    await expect(form.getByRole('button', { name: /^(?:Sending|Submitting)\.\.\.$/ })).toHaveAttribute(
      'aria-disabled',
      'true',
    )
    await expect.poll(() => responses).toBe(2)
    await page.evaluate(() => void window.dispatchEvent(new Event('time-out')))
    await expect(send).toBeEnabled()
    await expect(form.getByText(LOST).last()).toBeVisible()
    await expectKept()

    await send.click()
    await expect(page.getByText(success).first()).toBeVisible()
    expect(attempt).toBe(3)
    expect(await stored()).toBe(1)
    expect((await mailbox.to('')).filter((mail) => JSON.stringify(mail).includes(email))).toHaveLength(1)
  })
