import { randomUUID } from 'node:crypto'
import { site } from '../../src/content/site'
import { asServer, expect, open, test } from './admin-support'
import { freshEmail, getReviewsRegion, type Mail, PHONE } from './support'

const REPLY = 'Thank you, <b>Dee</b>.\nThe skip came late.'

const linkIn = ([mail]: Mail[]): string => {
  const { pathname, hash } = new URL(/http\S+#withdraw=\S+/.exec(mail?.text ?? '')?.[0] ?? '')
  return pathname + hash
}

test('the owner replies to a review, whose author is emailed once and withdraws it', {
  tag: ['@every-browser', '@hosted'],
}, async ({ adminPage: page, mailbox, request, rows }) => {
  const email = freshEmail('author')
  const word = `word${randomUUID().slice(0, 8)}`
  const text = `A late skip. ${word}`
  const review = { name: 'Dee', status: 'approved', location: 'Soho', rating: 2, email, text }
  await asServer(request, 'POST', '/rest/v1/reviews', review)
  const openTab = (tab: string) => open(page, `/admin/dashboard?section=reviews&tab=${tab}&q=${word}`)

  await openTab('published')
  await page.getByRole('button', { name: 'Reply to Dee' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Reply to Dee' })
  await dialog.getByRole('textbox', { name: 'Reply' }).fill(REPLY)
  await dialog.getByRole('button', { name: 'Publish reply' }).press('Enter')
  await expect(page.getByText(`Reply emailed to ${email}`)).toBeVisible()
  await page.getByRole('button', { name: 'Edit reply to Dee' }).click()
  await dialog.getByRole('textbox', { name: 'Reply' }).fill(`${REPLY} Sorry.`)
  await dialog.getByRole('button', { name: 'Save reply' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('The skip came late. Sorry.')).toBeVisible()
  const mails = await mailbox.to(email)
  expect(mails).toHaveLength(1)
  expect(mails[0]?.text).toContain('> The skip came late.')

  const link = linkIn(mails)
  await open(page, link)
  const form = page.getByRole('dialog', { name: 'Withdraw your review' })
  await expect(form.getByText(text)).toBeVisible()
  await form.getByRole('button', { name: 'Keep it' }).click()
  await expect(form).toBeHidden()
  expect(await rows('reviews', `email=eq.${email}&select=status`)).toEqual([{ status: 'approved' }])

  const region = getReviewsRegion(page)
  const quote = region.getByRole('listitem').filter({ hasText: word })
  const more = region.getByRole('button', { name: 'Load more reviews' })
  await region.scrollIntoViewIfNeeded()
  // Other tests publish newer ones.
  await expect(async () => {
    if (!(await quote.isVisible()) && (await more.isVisible())) await more.click()
    await expect(quote.getByText(`Reply from ${site.name}`)).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await expect(quote.getByText('<b>Dee</b>')).toBeVisible()
  // Without loading the page again.
  await page.evaluate(
    (fragment) => {
      location.hash = fragment
    },
    link.replace(/.*#/, ''),
  )
  await form.getByRole('button', { name: 'Withdraw review' }).click()
  await expect(form.getByText('Your review has been withdrawn.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/testimonials')
  await expect(region).toBeVisible()
  await expect(quote).toHaveCount(0)
  await open(page, '/')
  await open(page, link)
  await expect(form.getByText('This review has already been withdrawn.')).toBeVisible()
  const notices = (await mailbox.to(site.email)).filter(({ replyTo }) => replyTo.includes(email))
  expect(notices.map(({ subject }) => subject)).toEqual(['Dee has withdrawn their review'])

  await openTab('deleted')
  await expect(page.getByText('Reason: withdrawn by the author, so it can’t be restored')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Restore/ })).toHaveCount(0)
  await page.getByRole('checkbox', { name: 'Select the review by Dee' }).press('a')
  await expect(page.getByText('1 review withdrawn by the author can’t be restored')).toBeVisible()
  expect(await rows('reviews', `email=eq.${email}&select=status`)).toEqual([{ status: 'rejected' }])
})

test.describe('on a phone', () => {
  test.use({ viewport: PHONE, hasTouch: true })

  test('taps remove a review with a reason, delete a reply and withdraw a review', async ({
    adminPage: page,
    mailbox,
    request,
    rows,
  }) => {
    const email = freshEmail('tapped')
    const word = `word${randomUUID().slice(0, 8)}`
    for (const name of ['Eve', 'Fay']) {
      const review = { name, status: 'approved', location: 'Soho', rating: 5, email, text: `${word} ${name}` }
      await asServer(request, 'POST', '/rest/v1/reviews', review)
    }
    await open(page, `/admin/dashboard?section=reviews&tab=published&q=${word}`)
    await page.getByRole('button', { name: 'Remove from site the review by Eve' }).tap()
    await page.getByRole('button', { name: '3. Not genuine' }).tap()
    await expect(page.getByText('Review moved to deleted')).toBeVisible()
    await page.getByRole('button', { name: 'Reply to Fay' }).tap()
    const dialog = page.getByRole('dialog', { name: 'Reply to Fay' })
    await dialog.getByRole('textbox', { name: 'Reply' }).fill('Thanks, Fay.')
    await dialog.getByRole('button', { name: 'Publish reply' }).tap()
    await expect(dialog).toBeHidden()
    await page.getByRole('button', { name: 'Delete reply to Fay' }).tap()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete reply' }).tap()
    await expect(page.getByRole('button', { name: 'Reply to Fay' })).toBeVisible()

    await open(page, linkIn(await mailbox.to(email)))
    await page.getByRole('button', { name: 'Withdraw review' }).tap()
    await expect(page.getByText('Your review has been withdrawn.')).toBeVisible()
    expect(await rows('reviews', `email=eq.${email}&select=reason,reply&order=name`)).toEqual([
      { reason: 'not genuine', reply: '' },
      { reason: 'withdrawn by the author', reply: '' },
    ])
  })
})
