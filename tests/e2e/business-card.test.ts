import { readFile } from 'node:fs/promises'
import { expect, open, test } from './support'

test.describe('the business card without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test("'Save contact' downloads a vCard without JavaScript", async ({ page }) => {
    await page.goto('/business-card')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Save contact' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/\.vcf$/)
    expect(await readFile(await download.path(), 'utf8')).toMatch(/^BEGIN:VCARD\r\nVERSION:4\.0\r\n/)
  })
})

test("'Copy link' copies the card's URL, or shows it when copying fails", async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await open(page, '/business-card')
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect(page.getByText('Link copied')).toBeVisible()
  // The Permissions-Policy only forbids pages to read the clipboard.
  const field = page.getByRole('textbox').first()
  await field.focus()
  await page.keyboard.press('ControlOrMeta+V')
  await expect(field).toHaveValue(/\/business-card$/)
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect(page.getByText(/Couldn’t copy the link. You can copy it from here: http.*\/business-card/)).toBeVisible()
})
