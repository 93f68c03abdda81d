import type { Page } from 'playwright/test'
import { translate } from '../support/translate'
import { expect, fill, freshEmail, holdBack, openEarly, SCRIPTS, test, waitForHydration } from './support'

// React reports that the HTML differs.
test.use({ expectedNoise: /Minified React error #418|^Error$/ })

// Cloudflare does the same.
const obfuscateEmails = () => {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[href^="mailto:"]')) {
    link.href = '/cdn-cgi/l/email-protection#5a3334'
    const span = Object.assign(document.createElement('span'), { className: '__cf_email__' })
    span.append('[email\u00a0protected]')
    link.replaceChildren(span)
  }
}

/** Changes a page before its scripts, which the returned function releases. */
const openChanged = async (page: Page, path: string, change: () => void) => {
  const arrive = await holdBack(page, SCRIPTS)
  await openEarly(page, path)
  await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Privacy Policy' })).toBeVisible()
  await page.evaluate(change)
  return async () => {
    arrive()
    await waitForHydration(page)
  }
}

const expectRecovery = (noise: string[]) => expect(noise.join(), 'React rendered the page again').toMatch(/418|Error/)

for (const [what, change] of [
  ['a host has obfuscated email addresses', obfuscateEmails],
  ['a proxy has translated the page', translate],
] as const)
  test(`the home page keeps early input when ${what}`, { tag: '@every-browser' }, async ({ page, noise }) => {
    const arrive = await openChanged(page, '/', change)
    const form = page.locator('#contact-section form')
    await form.getByLabel('Email').fill('asha@example.com')
    await form.getByLabel('Message').fill('A basement in Clapham, please.')
    const detached = page.getByRole('radio', { name: /^ŧ?Detached$/ })
    await detached.check({ force: true })
    await page.locator('#area').evaluate((area: HTMLInputElement) => {
      area.value = '75'
    })
    await form.getByLabel('Name').fill('Asha')
    await form.getByLabel('Name').press('ArrowLeft')
    await arrive()
    expectRecovery(noise)
    await expect(form.getByLabel('Name')).toBeFocused()
    await page.keyboard.type('ish')
    await expect(form.getByLabel('Name')).toHaveValue('Ashisha')
    await expect(form.getByLabel('Email')).toHaveValue('asha@example.com')
    await expect(form.getByLabel('Message')).toHaveValue('A basement in Clapham, please.')
    await expect(detached).toBeChecked()
    await expect(page.locator('#area')).toHaveValue('75')
    await expect(page.locator('#area')).toHaveAttribute('aria-valuetext', '75 m²')
  })

test('a testimonial sent before a modified page hydrates is stored once', {
  tag: '@every-browser',
}, async ({ page, noise, rows }) => {
  const email = freshEmail('changed')
  const arrive = await openChanged(page, '/testimonials', obfuscateEmails)
  await fill(page, { Name: 'Olu', Location: 'Peckham', Email: email, 'Your testimonial': 'Wet.' })
  await page.getByRole('radio', { name: '2 stars' }).check({ force: true })
  await page.getByRole('button', { name: 'Submit Testimonial' }).click()
  await arrive()
  expectRecovery(noise)
  await expect(page.getByRole('group', { name: /^Success!/ })).toBeVisible()
  const stored = await rows('reviews', `email=eq.${email}&select=name,location,text,rating`)
  expect(stored).toEqual([{ name: 'Olu', location: 'Peckham', text: 'Wet.', rating: 2 }])
})
