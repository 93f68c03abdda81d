import { paths } from '@/paths'
import { expect, open, test } from './support'

test('a letter to neighbours prints alone, on one page, and gives the focus back', async ({ page }) => {
  await page.addInitScript(() => {
    window.print = () => {}
  })
  await open(page, paths.projects.href)
  const button = page.getByRole('button', { name: 'Print a letter to your neighbours' })
  const letter = page.getByText('It is no notice under the Party Wall etc. Act 1996')
  await button.click()
  await expect(letter).toBeAttached()
  await expect(letter).toBeHidden()
  await page.emulateMedia({ media: 'print' })
  await expect(letter).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeHidden()
  await page.emulateMedia({ media: null })
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur())
  // Like the dialog, it ends with `afterprint`.
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(1)
  await expect(letter).not.toBeAttached()
  await expect(button).toBeFocused()
})
