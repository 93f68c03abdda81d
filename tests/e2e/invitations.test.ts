import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import type { Page } from 'playwright/test'
import { expectAccessible } from './accessibility'
import { asServer, expect, open, test } from './admin-support'
import { freshEmail, hydrated, type Mail } from './support'

const linkIn = ([mail]: Mail[]): string => {
  const { pathname, hash } = new URL(/http\S+#invitation=\S+/.exec(mail?.text ?? '')?.[0] ?? '')
  return pathname + hash
}

const ask = async (page: Page, email: string, name = 'Adaeze Nwosu') => {
  await open(page, '/admin/dashboard?section=reviews')
  await page.getByRole('button', { name: 'Ask for a review' }).click()
  const dialog = page.getByRole('dialog', { name: 'Ask for a review' })
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('E-mail').fill(email)
  await dialog.getByLabel('Place of work (optional)').fill('Camden')
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  // The first call of a function waits for Deno.
  await expect(page.getByText(`Invitation sent to ${email}`)).toBeVisible({ timeout: 15_000 })
}

test('from the question through the mailbox and the form to a verified customer on the site', async ({
  adminPage,
  browser,
  mailbox,
  rows,
}) => {
  test.slow()
  const email = freshEmail('asked')
  const words = `Bone dry, says ${email}.`
  await ask(adminPage, email)
  const invitation = adminPage.getByRole('listitem').filter({ hasText: email })
  await expect(invitation.getByText('Sent', { exact: true })).toBeVisible()

  const link = linkIn(await mailbox.to(email))
  const token = link.split('=')[1] ?? ''
  const context = await browser.newContext({ locale: 'en-GB', serviceWorkers: 'allow' })
  const page = await context.newPage()
  const told: string[] = []
  page.on('request', (request) => {
    const isAnswer = /\/rpc\/review_invitation$|\/submit-testimonial$/.test(request.url())
    const said = [request.url()]
    if (!isAnswer) said.push(JSON.stringify(request.headers()), request.postData() ?? '')
    if (said.some((text) => text.includes(token))) told.push(request.url())
  })
  await page.goto(link)
  await hydrated(page)
  const thanks = page.getByText('Thank you for working with us.')
  await expect(thanks).toBeInViewport()
  await expect(page.getByLabel('Name')).toHaveValue('Adaeze Nwosu')
  await expect(page.getByLabel('Location')).toHaveValue('Camden')
  await expect(page.getByLabel('Email')).toHaveValue(email)

  await page.evaluate(() => navigator.serviceWorker.ready)

  // A reload and a look at another page do not lose the invitation.
  await page.reload()
  await expect(thanks).toBeInViewport()
  await page.getByRole('link', { name: 'Back to home' }).click()
  await expect(page).toHaveURL(/\/$/)
  await page.goBack()
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await page.getByLabel('Your testimonial').fill(words)
  await page.getByRole('button', { name: 'Submit Testimonial' }).dblclick()
  await expect(page.getByRole('status').filter({ hasText: 'Success!' })).toBeVisible()
  expect(page.url()).not.toContain(token)
  expect(told).toEqual([])
  const kept = await page.evaluate(async () => {
    const caches = await Promise.all(
      (await window.caches.keys()).map(async (name) => (await window.caches.open(name)).keys()),
    )
    return JSON.stringify([
      { ...localStorage },
      { ...sessionStorage },
      document.cookie,
      caches.flat().map(({ url }) => url),
    ])
  })
  expect(kept).toContain('/testimonials')
  expect(kept).not.toContain(token)
  expect(await rows('reviews', `email=eq.${email}&select=verified,status`)).toEqual([
    { verified: true, status: 'pending' },
  ])

  // The used link leaves the ordinary form.
  await page.goto('/')
  await page.goto(link)
  await expect(page.getByText('A testimonial has already come through this link.')).toBeInViewport()
  await expect(page.getByLabel('Email')).toHaveValue('')

  await open(adminPage, `/admin/dashboard?section=reviews&q=${encodeURIComponent(email)}`)
  const row = adminPage.getByRole('row', { name: /Adaeze/ })
  await expect(row.getByText('Verified customer')).toBeVisible()
  await row.getByRole('button', { name: /^Approve/ }).click()
  await expect(adminPage.getByText('Review approved successfully')).toBeVisible()
  await adminPage.getByRole('tab', { name: /^Invitations/ }).click()
  await expect(invitation.getByText('Answered', { exact: true })).toBeVisible()

  await page.goto('/testimonials')
  const section = page.getByRole('region', { name: 'From our customers' })
  await section.scrollIntoViewIfNeeded()
  await expect(section.getByText(/^We read every review before it appears here\./)).toBeVisible()
  const quote = section.getByRole('listitem').filter({ hasText: words })
  // Other tests publish reviews too.
  await expect(async () => {
    await expect(quote.or(section.getByRole('button', { name: 'Load more reviews' })).first()).toBeVisible()
    if (!(await quote.isVisible())) await section.getByRole('button', { name: 'Load more reviews' }).click()
    await expect(quote).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 30_000 })
  await expect(quote.getByText('Verified customer')).toBeVisible()
  await context.close()
})

test('an invitation that is withdrawn leaves the ordinary form', async ({ adminPage: page, mailbox }) => {
  const email = freshEmail('withdrawn')
  await ask(page, email)
  const invitation = page.getByRole('listitem').filter({ hasText: email })
  await invitation.getByRole('button', { name: /^Withdraw/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).click()
  await expect(invitation.getByText('Withdrawn', { exact: true })).toBeVisible()
  await page.goto(linkIn(await mailbox.to(email)))
  await expect(page.getByText('This link is no longer valid.')).toBeInViewport()
  await expect(page.getByLabel('Email')).toHaveValue('')
})

test('reviews are saved as a file that spreadsheets read, without formulas', { tag: '@any-origin' }, async ({
  adminPage: page,
  request,
}) => {
  const word = `word${randomUUID().slice(0, 8)}`
  const row = { location: 'Camden', rating: 5, email: `${word}@example.com`, status: 'rejected' }
  await asServer(request, 'POST', '/rest/v1/reviews', [
    { ...row, name: '=1+1', text: 'Zoë said: "dry, at last"\nand left 👷🏽‍♀️' },
    { ...row, name: 'Bea', text: 'Fine' },
  ])
  await open(page, `/admin/dashboard?section=reviews&tab=deleted&q=${word}`)
  await expect(page.getByRole('row', { name: /Bea/ })).toBeVisible()
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export as CSV' }).click()
  const download = await saving
  expect(download.suggestedFilename()).toMatch(/^reviews-deleted-\d{4}-\d\d-\d\d\.csv$/)
  const file = readFileSync(await download.path())
  expect([...file.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  const rows: Record<string, string>[] = parse(file, { bom: true, columns: true })
  expect(rows).toHaveLength(2)
  expect(rows.find(({ Name }) => Name !== 'Bea')).toMatchObject({
    Name: "'=1+1",
    Text: 'Zoë said: "dry, at last"\nand left 👷🏽‍♀️',
    'Verified customer': 'No',
  })
})

test('the screens of invitations and thanks are accessible and fit their width', { tag: '@any-origin' }, async ({
  adminPage: page,
  mailbox,
  request,
}) => {
  const email = freshEmail('axe')
  await ask(page, email, 'يعقوب 👷🏽‍♀️ Longname'.repeat(4))
  await expectAccessible(page, 'invitations')
  await page.getByRole('button', { name: 'Ask for a review' }).click()
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await expectAccessible(page, 'ask for a review')
  await page.keyboard.press('Escape')

  const review = { name: 'Nadia', location: 'Camden', text: `Dry ${email}`, rating: 5, email, status: 'approved' }
  const failed = { ...review, verified: true, thanks_failed_at: new Date().toISOString() }
  const [stored] = (await asServer(request, 'POST', '/rest/v1/reviews', failed)) as [
    { id: string; approval_hash: string },
  ]
  await open(page, '/admin/dashboard?section=reviews&tab=published')
  await expect(page.getByRole('region', { name: 'Thanks that could not be sent' })).toBeVisible()
  await expectAccessible(page, 'published with thanks that failed')
  await page.getByRole('button', { name: 'Send thanks to Nadia' }).first().click()
  await expectAccessible(page, 'send thanks')
  await open(page, `/admin/approve-testimonial?id=${stored.id}&hash=${stored.approval_hash}`)
  await expect(page.getByText('could not be sent on')).toBeVisible()
  await expectAccessible(page, 'approved already')

  await page.goto(linkIn(await mailbox.to(email)))
  await expect(page.getByText('Thank you for working with us.')).toBeInViewport()
  await expectAccessible(page, 'form of an invitation')
})
