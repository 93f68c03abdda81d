import { readFile } from 'node:fs/promises'
import { site } from '../../src/content/site'
import { expect, open, test } from './support'

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test("'Save contact' downloads a card that address books read", async ({ page }) => {
    await page.goto('/business-card')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Save contact' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/\.vcf$/)
    const text = await readFile(await download.path(), 'utf8')
    expect(text).toMatch(/^BEGIN:VCARD\r\nVERSION:4\.0\r\n/)
    expect(text).toContain(`TEL;TYPE=work:${site.phone.href.replace('tel:', '')}`)
  })
})

test("'Copy link' copies the card's URL, or shows it where that is refused", async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await open(page, '/business-card')
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect(page.getByText('Link copied')).toBeVisible()
  // Pages may not read the clipboard (Permissions-Policy); a person may paste.
  const field = page.getByRole('textbox').first()
  await field.focus()
  await page.keyboard.press('ControlOrMeta+V')
  await expect(field).toHaveValue(/\/business-card$/)
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect(page.getByText(/could not be copied. Here it is: http.*\/business-card/)).toBeVisible()
})

test('the card prints alone, on one page of its own size', async ({ page }) => {
  await open(page, '/business-card')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('article', { name: /Business card of/ })).toBeVisible()
  for (const role of ['banner', 'contentinfo', 'heading'] as const)
    await expect(page.getByRole(role, role === 'heading' ? { level: 1 } : {})).toBeHidden()
  const pdf = (await page.pdf({ preferCSSPageSize: true, printBackground: true })).toString('latin1')
  // 85 x 55 mm in points.
  expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
  const [, width, height] = /\/MediaBox\s*\[\s*0\s+0\s+([\d.]+)\s+([\d.]+)/.exec(pdf) ?? []
  expect(Number(width)).toBeCloseTo(241, -1)
  expect(Number(height)).toBeCloseTo(156, -1)
})
