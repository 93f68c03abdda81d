import { randomUUID } from 'node:crypto'
import { translate } from '../support/translate'
import { asServer, expect, open, test } from './admin-support'
import { counter, dialog, imageCards } from './lightbox-support'
import { fill, freshEmail, photoField } from './support'

// Translation replaces text nodes, so changing text must be an element's only string.
test('prices, forms, photos and the business card work on a translated page', async ({ page, rows, mailbox }) => {
  await open(page, '/')
  await page.evaluate(translate)
  const output = page.locator('output')
  const choose = async (group: string, nth: number) => {
    const before = (await output.textContent()) ?? ''
    await page.getByRole('group', { name: group }).getByRole('radio').nth(nth).check()
    await expect(output).not.toHaveText(before)
  }
  await choose('House', 1)
  await choose('Work', 0)
  await expect(output.getByText(/^ŧafter \d/)).toHaveText(/^ŧafter 4 to 12 weeks/)

  const form = page.locator('#contact-section')
  const email = form.getByLabel('Email')
  const send = form.getByRole('button', { name: 'Send Message' })
  await photoField(form)
  await send.click()
  await expect(email).toHaveAccessibleDescription('ŧPlease fill in this field.')
  await email.fill('nobody')
  await expect(email).toHaveAccessibleDescription('ŧPlease enter a valid email address, for example name@example.com.')
  const address = freshEmail('translated')
  await fill(form, { Name: 'Ola', Email: address, Message: 'Piwnica.' })
  await expect(email).toHaveAccessibleDescription('')
  await send.click()
  await expect(form.getByRole('group', { name: /Message sent\./ })).toBeVisible()
  expect(await rows('enquiries', `email=eq.${address}&select=message`)).toEqual([{ message: 'Piwnica.' }])
  await form.getByRole('button', { name: 'Send another message' }).click()
  await expect(email).toHaveValue('')

  await page.getByRole('link', { name: 'View all projects' }).click()
  await expect(page).toHaveURL('/projects')
  await imageCards(page).first().click()
  await counter(page, 'ŧ1 / 13')
  await page.keyboard.press('ArrowRight')
  await counter(page, 'ŧ2 / 13')
  await expect(dialog(page).getByText('ŧPhoto 2 of 13')).toBeAttached()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await page.goBack()
  await expect(page).toHaveURL('/')
  await expect(output).toBeVisible()

  await page.getByRole('contentinfo').getByRole('link', { name: 'Business card' }).click()
  const recipient = page.getByLabel('Recipient email address')
  const share = page.getByRole('button', { name: 'Share card' })
  await share.click()
  await expect(recipient).toHaveAccessibleDescription(/ŧPlease enter an email address/)
  await recipient.fill('nobody')
  await expect(recipient).toHaveAccessibleDescription(/ŧPlease enter a valid email address/)
  await recipient.fill(address)
  await share.click()
  await expect(recipient).toHaveValue('')
  await expect(share).toHaveText('ŧShare card')
  expect((await mailbox.to(address)).map(({ html }) => html)).toContainEqual(expect.stringContaining('/business-card'))
})

test('the owner moderates reviews on a translated dashboard', async ({ adminPage: page, request }) => {
  const word = `word${randomUUID().slice(0, 8)}`
  const review = { location: 'Camden', rating: 5, email: `${word}@example.com` }
  for (const name of ['Ada', 'Bram'])
    await asServer(request, 'POST', '/rest/v1/reviews', { ...review, name, text: `Dry, says ${name}` })
  await open(page, `/admin/dashboard?section=reviews&q=${word}`)
  await expect(page.getByRole('tab', { name: 'Pending (2)' })).toBeVisible()
  await page.evaluate(translate)
  await page.getByRole('button', { name: /Approve .*Ada/ }).click()
  await expect(page.getByRole('tab', { name: 'ŧPending (1)' })).toBeVisible()
  await expect(page.getByRole('tab', { name: 'ŧPublished (1)' })).toBeVisible()
  const refresh = page.getByRole('button', { name: 'Refresh Data' })
  await refresh.click()
  await expect(refresh).toBeVisible()
  await page.getByRole('row', { name: /Bram/ }).getByRole('checkbox').check()
  await expect(page.getByRole('status').filter({ hasText: 'ŧ1 selected' })).toBeVisible()
  await page.getByRole('row', { name: /Bram/ }).getByRole('checkbox').uncheck()
  await page.getByRole('tab', { name: 'ŧPublished (1)' }).click()
  await expect(page.getByText('ŧAda')).toBeVisible()
})
