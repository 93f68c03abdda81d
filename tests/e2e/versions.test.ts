import type { Page } from 'playwright/test'
import { contentOf } from '../support/own-projects'
import { violations } from './accessibility'
import { enter, expect, open, sessionOf } from './admin-support'
import { test } from './own-site'
import { holdBack } from './support'

const PLACE = '/admin/dashboard?section=media&tab=projects'
// A file that is gone is asked for by no page, but by this test.
test.use({ expectedNoise: /Failed to load resource/ })

const versions = (page: Page) => page.getByRole('dialog').getByRole('list').first().locator(':scope > li')
const summary = (page: Page) => page.getByLabel('Summary')
const isSaved = (page: Page) => expect(page.getByText(/^Saved at /)).toBeVisible({ timeout: 20_000 })

test('a version is looked at and put back while a colleague types, and a photograph of it is deleted for good', {
  tag: '@every-browser',
}, async ({ adminPage: page, elsewhere: colleague, owner, admin, account, server, viewport }) => {
  test.setTimeout(120_000)
  const title = `Beneath ${viewport?.width} mews`
  const pictures = await Promise.all([0, 1, 2].map((index) => owner.picture(index, [480, 1280], title)))
  const views = pictures.map((picture, index) => ({ ...picture, alt: `View ${index}`, description: '' }))
  const contentWith = (words: string, shown: typeof views) => ({ ...contentOf(...shown), title, summary: words })
  const address = `beneath-${viewport?.width}-mews`
  const [pit, slab, room] = views as [(typeof views)[0], (typeof views)[0], (typeof views)[0]]
  const id = await owner.publishProject(address, contentWith('A dry cellar.', [pit, slab]))
  const present = contentWith('A dry cellar for a café.', [pit, room])
  await owner.publishProject(address, present, id)
  const draft = async () => JSON.stringify(await owner.drafts(`id=eq.${id}`))

  const other = await account('colleague')
  await enter(colleague, await sessionOf(server, other))
  await open(colleague, `${PLACE}&project=${id}`)
  await expect(summary(colleague)).toHaveValue('A dry cellar for a café.')
  const letGo = await holdBack(colleague, /save_project/)
  await summary(colleague).focus()
  await colleague.keyboard.type(' Typed by a colleague.')

  await open(page, PLACE)
  await page.getByRole('button', { name: `Earlier versions ${title}` }).click()
  await expect(versions(page)).toHaveCount(2)
  await expect(versions(page).first()).toContainText(`Published by ${admin.email}`)
  await expect(versions(page).first()).toContainText('Visitors see this')
  await expect(versions(page).first()).toContainText('Summary, 1 photograph added, 1 photograph removed')
  const older = versions(page).nth(1)
  await older.getByRole('button', { name: /^Show/ }).click()
  const heading = (frame: HTMLIFrameElement) => frame.contentDocument?.querySelector('h1')?.textContent
  await expect.poll(() => page.locator('iframe').evaluate(heading)).toBe(title)
  await page.getByRole('dialog', { name: 'Preview' }).getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: `Edit ${title}` }).click()
  await page.getByRole('button', { name: 'Earlier versions', exact: true }).click()
  await older.getByRole('button', { name: /^Put back/ }).click()
  await expect(summary(page)).toHaveValue('A dry cellar.')
  await isSaved(page)
  letGo()

  const question = colleague.getByRole('alert').filter({ hasText: 'Which is to stay?' })
  await expect(question).toContainText('Typed by a colleague.', { timeout: 20_000 })
  await colleague.getByRole('button', { name: 'Keep mine' }).click()
  await isSaved(colleague)
  await expect.poll(draft, { timeout: 20_000 }).toContain('Typed by a colleague.')
  expect(await owner.rpc('published_project', { p_id: address })).toEqual(present)

  await page.evaluate(() => void window.dispatchEvent(new Event('visibilitychange')))
  await expect(summary(page)).toHaveValue(/Typed by a colleague\./, { timeout: 20_000 })
  await page.getByRole('button', { name: 'Undo' }).click()
  await isSaved(page)
  await expect.poll(draft, { timeout: 20_000 }).toContain(room.files[0])
  expect(await draft()).toContain('Typed by a colleague.')

  await page.getByRole('button', { name: 'Earlier versions', exact: true }).click()
  await older.getByText('2 pictures').click()
  await older.getByRole('button', { name: 'Delete for good View 1' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete for good' }).click()
  await expect(older).toContainText('A photograph was deleted for good.', { timeout: 20_000 })
  const known = JSON.stringify([await draft(), await owner.rpc('project_history', { p_project: id })])
  for (const file of slab.files) {
    expect(known).not.toContain(file)
    const status = async () => (await fetch(`${server.url}/storage/v1/object/public/site-media/${file}`)).status
    await expect.poll(status, { timeout: 20_000 }).toBe(400)
  }
})

test('the versions of a project read well on a phone', async ({ adminPage: page, owner }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const id = await owner.publishPool('read', 'A pool')
  await owner.publishPool('read', 'A pool, read', { id, words: 'Kentish Town' })
  await open(page, PLACE)
  await page.getByRole('button', { name: 'Earlier versions A pool, read' }).click()
  await versions(page).first().getByText('3 pictures').click()
  expect(await violations(page)).toEqual([])
  const list = page.getByRole('dialog')
  expect(await list.evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth)).toBe(0)
})
