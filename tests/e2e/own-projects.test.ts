import { violations } from './accessibility'
import { expect, open } from './admin-support'
import { giveFiles, type MadeFile } from './media-files'
import { test } from './own-site'

test.use({ viewport: { width: 390, height: 844 } })

const photograph = (index: number): MadeFile => ({
  kind: 'image',
  name: `${index}-trial-pit-${index}.jpg`,
  width: 2600 + 100 * index,
  height: 1800,
  turned: index === 3,
})

test('a project with three photographs outlives a reload, is published, and heads the list', async ({
  adminPage: page,
}) => {
  await page.evaluate(() => localStorage.setItem('cookieConsent', 'rejected'))
  await open(page, '/admin/dashboard?section=media&tab=projects')
  await page.getByRole('button', { name: 'Add project' }).click()
  await page.getByLabel('Title').fill('A café beneath Camden')
  await giveFiles(page, [1, 2, 3].map(photograph))
  await expect(page.getByText('Kept in this browser; not saved to the server yet.')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Title')).toHaveValue('A café beneath Camden')
  await expect(page.getByRole('list', { name: 'Photographs' }).getByRole('listitem')).toHaveCount(3)
  await page.getByLabel('Place').fill('Camden, London')
  await page.getByLabel('Month completed').selectOption('March')
  await page.getByLabel('Year completed').selectOption('2025')
  await page.getByLabel('Summary').fill('A dry cellar for a café of forty seats.')
  await page.getByLabel('Description').fill('We dug.\n\nWe poured.')
  await page.getByLabel('What photograph 2 shows').fill('The pit, propped')
  await expect(page.getByText('Being prepared...')).toHaveCount(0)
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByRole('button', { name: 'On a computer' }).click()
  const preview = page.frameLocator('iframe[title="On a computer, 1,440 pixels wide"]')
  await expect(preview.getByRole('heading', { level: 1 })).toHaveText('A café beneath Camden')
  expect(await preview.locator('html').evaluate((html) => html.clientWidth)).toBe(1440)
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Publish this project?' })
  await expect(dialog).toContainText('A new project with 3 photographs')
  await dialog.getByRole('button', { name: 'Publish now' }).click()
  await expect(page.getByText('It is live: every visitor sees it now.')).toBeVisible({ timeout: 30_000 })
  await expect(page.getByRole('link', { name: /Look at/ })).toHaveAttribute('href', '/project/a-cafe-beneath-camden')
  await expect(page.getByText('Everything is saved on the server.')).toBeVisible()
  await page.getByRole('button', { name: 'All projects' }).click()
  const first = page.getByRole('list', { name: 'Projects' }).getByRole('listitem').first()
  await expect(first).toContainText('A café beneath Camden')
  await expect(first).toContainText('Published')
  await expect(first.locator('img')).toHaveJSProperty('naturalWidth', 480)
  expect(await violations(page)).toEqual([])

  const handle = page.getByRole('button', { name: 'Move A café beneath Camden', exact: true })
  await handle.focus()
  for (const key of ['Space', 'ArrowDown', 'Space']) {
    await page.keyboard.press(key)
    await page.waitForTimeout(300)
  }
  await expect(page.getByRole('list', { name: 'Projects' }).getByRole('listitem').nth(1)).toContainText(
    'A café beneath',
  )
  await page.reload()
  await expect(page.getByRole('list', { name: 'Projects' }).getByRole('listitem').nth(1)).toContainText(
    'A café beneath',
  )

  const later = page.getByRole('button', { name: 'Move A café beneath Camden later' })
  await later.click()
  await expect(page.getByRole('list', { name: 'Projects' }).getByRole('listitem').nth(2)).toContainText(
    'A café beneath',
  )
  await expect(later).toBeFocused()
})

test.describe('without a connection for a while', () => {
  // Its page answers 404 until the next build.
  test.use({ expectedNoise: /Failed to load resource/ })

  test('photographs become a page, upright; what only calls itself a photograph does not', {
    tag: '@every-browser',
  }, async ({ adminPage: page }) => {
    await page.evaluate(() => localStorage.setItem('cookieConsent', 'rejected'))
    await open(page, '/admin/dashboard?section=media&tab=projects')
    await page.getByRole('button', { name: 'Add project' }).click()
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>document.title = 1</script></svg>'
    const drawing = { kind: 'text', name: '../../plan.jpg', type: 'image/jpeg', text: svg } as const
    await giveFiles(page, [drawing, photograph(2), photograph(3)])
    await expect(page.getByText('plan.jpg cannot be read by this browser')).toBeVisible()
    const words = { Title: 'Under a mews', Place: 'Camden', Summary: 'A dry cellar.', Description: 'We dug.' }
    for (const [label, text] of Object.entries(words)) {
      // In Firefox, React does not see what `fill` puts there.
      await page.getByLabel(label, { exact: true }).focus()
      await page.keyboard.type(text)
    }
    for (const [label, value] of Object.entries({ 'Month completed': '03', 'Year completed': '2025' }))
      await page.getByLabel(label).evaluate((select: HTMLSelectElement, chosen: string) => {
        select.value = chosen
        select.dispatchEvent(new Event('change', { bubbles: true }))
      }, value)
    await expect(page.getByText('Being prepared...')).toHaveCount(0, { timeout: 20_000 })
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByRole('button', { name: 'Publish now' }).click()
    await expect(page.getByText('There is no connection.')).toBeVisible()
    await page.context().setOffline(false)
    await expect(page.getByText('It is live: every visitor sees it now.')).toBeVisible({ timeout: 30_000 })
    await page.goto('/project/under-a-mews')
    await expect(page.getByRole('heading', { level: 1, name: 'Under a mews' })).toBeVisible()
    const images = page.locator('main li img')
    await expect(images).toHaveCount(2)
    await images.nth(1).scrollIntoViewIfNeeded()
    const isUpright = (image: HTMLImageElement) => image.naturalHeight > 1.5 * image.naturalWidth
    await expect.poll(() => images.nth(1).evaluate(isUpright)).toBe(true)
  })
})

test('a draft that cannot be read is set aside, and said so', async ({ adminPage: page }) => {
  await open(page, '/admin/dashboard?section=media&tab=projects&project=new')
  await page.getByLabel('Title').fill('Beneath Camden')
  await expect(page.getByText('Kept in this browser; not saved to the server yet.')).toBeVisible()
  const drafts = (change: 'spoil' | 'read') =>
    page.evaluate(async (what) => {
      const opening = indexedDB.open('project-drafts')
      await new Promise((resolve) => opening.addEventListener('success', resolve))
      const store = opening.result.transaction('drafts', 'readwrite').objectStore('drafts')
      const asking = what === 'spoil' ? store.put('{"title":', 'new') : store.get('new.corrupt')
      await new Promise((resolve) => asking.addEventListener('success', resolve))
      opening.result.close()
      return asking.result
    }, change)
  await drafts('spoil')
  await page.reload()
  await expect(page.getByText('What this browser had kept of this project could not be read.')).toBeVisible()
  await expect(page.getByLabel('Title')).toHaveValue('')
  expect(await drafts('read')).toBe('{"title":')
})

test('a project is edited in one tab at a time, and goes on in another with all that was entered', async ({
  adminPage: page,
  context,
}) => {
  const place = '/admin/dashboard?section=media&tab=projects&project=new'
  await open(page, place)
  await page.getByLabel('Title').fill('Beneath Camden')
  const other = await context.newPage()
  await open(other, place)
  await expect(other.getByText('This project is open in another tab of this browser.')).toBeVisible()
  await other.getByRole('button', { name: 'Edit it here instead' }).click()
  await expect(other.getByLabel('Title')).toHaveValue('Beneath Camden')
  await expect(page.getByText('This project is open in another tab of this browser.')).toBeVisible()
  await other.getByLabel('Place').fill('Camden, London')
  await other.close()
  // It waits for the other to be done.
  await expect(page.getByLabel('Place')).toHaveValue('Camden, London')
})
