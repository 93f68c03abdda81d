import { readdirSync } from 'node:fs'
import path from 'node:path'
import type { Locator, Page } from 'playwright/test'
import { asServer, expect, open } from './admin-support'
import { test } from './separate-site'
import { freshEmail, refuseCookies } from './support'

// 1280 by 1024 pixels at 400 %.
test.use({ viewport: { width: 320, height: 256 } })

const gallery = path.resolve(import.meta.dirname, '../../public/pictures/gallery')
const photographs = readdirSync(gallery)
  .filter((file) => file.endsWith('-1280.webp'))
  .slice(0, 3)
  .map((file) => path.join(gallery, file))

/** Finds controls by role and name, and only uses keys. */
const keysOn = (page: Page) => {
  const { keyboard } = page
  const hasFocus = (locator: Locator) => locator.and(page.locator(':focus')).isVisible()
  const goTo = async (role: Parameters<Page['getByRole']>[0], name: string | RegExp) => {
    const target = page.getByRole(role, { name, ...(typeof name === 'string' && { exact: true }) })
    await expect(target.first()).toBeAttached()
    for (let stops = 0; stops < 150; stops += 1) {
      if (await hasFocus(target)) return target
      await keyboard.press('Tab')
    }
    throw new Error(`The Tab key leads to no ${role} called ${name}`)
  }
  return {
    goTo,
    press: async (role: 'button' | 'tab' | 'link', name: string | RegExp) => {
      await goTo(role, name)
      await keyboard.press('Enter')
    },
    type: async (fields: Record<string, string>) => {
      for (const [name, text] of Object.entries(fields)) {
        await goTo('textbox', name)
        await keyboard.type(text)
      }
    },
    choose: async (name: string, option: string) => {
      await goTo('combobox', name)
      await keyboard.type(option)
    },
  }
}

test.describe('keyboard use at 400 % zoom', { tag: '@release' }, () => {
  test('a visitor sends an enquiry and a testimonial by keyboard at 400 % zoom', async ({ page, rows }) => {
    const email = freshEmail('keys')
    await refuseCookies(page)
    await open(page, '/')
    const { type, press, goTo } = keysOn(page)
    await type({ Name: 'Sam Field', Email: email, Message: 'Can you dig here?' })
    await press('button', 'Send Message')
    await expect(page.getByRole('group', { name: /^Message sent\./ })).toBeFocused()
    expect(await rows('enquiries', `email=eq.${email}&select=name`)).toEqual([{ name: 'Sam Field' }])

    await open(page, '/testimonials')
    await type({ Name: 'Sam Field', Location: 'Camden', 'Your testimonial': 'Dry.', Email: email })
    await goTo('radio', '5 stars')
    await page.keyboard.press('ArrowLeft')
    await press('button', 'Submit Testimonial')
    await expect(page.getByRole('group', { name: /^Success!/ })).toBeFocused()
    expect(await rows('reviews', `email=eq.${email}&select=rating,status`)).toEqual([{ rating: 4, status: 'pending' }])
  })

  test('the owner approves a testimonial and invites an administrator by keyboard at 400 % zoom', async ({
    adminPage: page,
    request,
    rows,
  }) => {
    const [writer, deputy] = [freshEmail('writer'), freshEmail('deputy')]
    const review = { name: 'Ada Keys', location: 'Camden', rating: 5, email: writer, text: 'Dry.' }
    await asServer(request, 'POST', '/rest/v1/reviews', review)
    const { goTo, press, type } = keysOn(page)
    await open(page, '/admin/dashboard')
    await press('button', /^Menu/)
    await press('link', /^Reviews/)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    const isNow = (status: string) =>
      expect.poll(() => rows('reviews', `email=eq.${writer}&select=status`)).toEqual([{ status }])
    await press('button', /^Approve .*Ada Keys/)
    await isNow('approved')
    await press('button', 'Undo')
    await isNow('pending')
    await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0)
    expect(await page.evaluate(() => document.activeElement?.localName), 'the toast gives the focus back').not.toBe(
      'body',
    )
    await press('button', /^Approve .*Ada Keys/)
    await isNow('approved')

    await press('button', /^Menu/)
    await press('link', 'User manager')
    await press('button', 'Add user')
    await type({ Email: deputy })
    await goTo('radio', /^Administrator/)
    await page.keyboard.press('Space')
    await press('button', 'Send invitation')
    await expect(page.getByRole('button', { name: 'Add user', exact: true })).toBeFocused()
    await expect(page.getByRole('cell', { name: 'Invited' })).toBeVisible()
  })

  test('the owner publishes a project by keyboard at 400 % zoom', async ({ adminPage: page }) => {
    const { goTo, press, type, choose } = keysOn(page)
    await open(page, '/admin/dashboard')
    await press('button', /^Menu/)
    await press('link', 'Media')
    const heading = page.getByRole('heading', { level: 1, name: 'Media Management' })
    await expect(heading).toBeFocused()
    await page.goBack()
    await expect(page.getByRole('link', { name: 'Add project' }), 'which leads there').toBeFocused()
    await page.goForward()
    await expect(heading).toBeFocused()
    await goTo('tab', 'Video Management')
    await page.keyboard.press('End')
    await press('button', 'Add project')
    await type({ Title: 'By keys alone', Location: 'Camden' })
    await choose('Month completed', 'March')
    await choose('Year completed', '2025')
    await type({ Summary: 'A dry cellar.', Description: 'We dug.' })
    // Chromium may report it late.
    const asked = page.waitForEvent('filechooser')
    await goTo('button', 'Choose photos')
    await page.keyboard.press('Space')
    await (await asked).setFiles(photographs)
    await expect(page.getByRole('textbox', { name: 'Photo 3 description' })).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: /^Saved at / })).toBeVisible()
    await press('button', 'Publish')
    await press('button', 'Publish now')
    await expect(page.getByRole('group', { name: /^Published\. It’s live/ })).toBeFocused()
  })
})
