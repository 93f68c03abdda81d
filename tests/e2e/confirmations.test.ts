import { createHash, randomUUID } from 'node:crypto'
import type { Locator, Page } from 'playwright/test'
import { asServer, expect, open } from './admin-support'
import { test } from './separate-site'

test.use({ siteName: 'confirmations' })

const focused = (page: Page) => page.evaluate(() => document.activeElement?.tagName)

const confirmByKeys = async (page: Page, opener: Locator) => {
  const question = page.getByRole('alertdialog')
  const { keyboard } = page
  await opener.focus()
  await keyboard.press('Enter')
  await expect(question.getByRole('button', { name: /^(Cancel|Keep editing)$/ })).toBeFocused()
  await keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(opener).toBeFocused()
  await keyboard.press('Enter')
  await expect(question).toBeVisible()
  await keyboard.press('Tab')
  await keyboard.press('Enter')
  await expect(question).toBeHidden()
}

test('every admin confirmation works by keyboard and keeps the focus', {
  tag: ['@every-browser', '@release', '@wide'],
}, async ({ adminPage: page, account, owner, request }) => {
  const word = `word${randomUUID().slice(0, 8)}`
  const person = { name: 'Ann Shaw', email: `${word}@example.com` }
  const insert = (table: string, rows: object) => asServer(request, 'POST', `/rest/v1/${table}`, rows)
  const numbers = [1, 2]
  const twice = (row: (number: number) => object) => numbers.map((number) => ({ ...person, ...row(number) }))
  const hash = (text: string) => createHash('sha256').update(text).digest('hex')
  const enquiry = (number: number) => ({ kind: 'contact', message: `${word} ${number}` })
  await insert('enquiries', twice(enquiry))
  for (const status of ['approved', 'rejected']) {
    const review = (number: number) => ({ location: 'Soho', rating: 5, status, text: `${word} ${status} ${number}` })
    await insert('reviews', twice(review))
  }
  const invitation = (number: number) => ({ email: `${number}${person.email}`, token_hash: hash(`${word}${number}`) })
  const invitations = twice((number) => ({ ...invitation(number), name: word }))
  await insert('review_invitations', invitations)
  const member = await account('member')
  const p_changes = { title: { base: 0, seq: 1, value: word } }
  for (const _ of numbers) await owner.rpc('save_project', { p_id: randomUUID(), p_seen: 0, p_browser: 'b', p_changes })

  const reviews = (tab: string) => `/admin/dashboard?section=reviews&tab=${tab}&q=${word}`
  const projects = '/admin/dashboard?section=media&tab=projects'
  const questions: readonly [place: string, opener: RegExp, message: string | RegExp][] = [
    [`/admin/dashboard?tab=enquiries&q=${word}`, /^Delete/, /deleted/i],
    [reviews('deleted'), /^Delete Permanently/, /permanently/],
    [reviews('invitations'), /^Withdraw/, 'Invitation withdrawn'],
    [projects, new RegExp(`^Delete ${word}`), /permanently deleted/],
    [projects, /^Hide /, /no longer|hidden/i],
    [projects, /^Show again/, /again|visitors/i],
    [projects, /^Delete permanently replaced/, 'Replaced pictures permanently deleted'],
  ]
  for (const [place, opener, message] of questions)
    await test.step(`${place} ${opener}`, async () => {
      await open(page, place)
      await confirmByKeys(page, page.getByRole('button', { name: opener }).first())
      await expect(page.getByText(message).first()).toBeVisible()
      await expect.poll(() => focused(page)).not.toBe('BODY')
      await page.waitForLoadState('networkidle')
      expect(await focused(page)).not.toBe('BODY')
    })

  await open(page, '/admin/user-manager')
  await page.getByRole('textbox', { name: 'Email' }).fill(member.email)
  await page.keyboard.press('Enter')
  for (const name of ['Remove Admin Role', 'Set as Admin', 'Delete user']) {
    await confirmByKeys(page, page.getByRole('button', { name }))
    await expect.poll(() => focused(page)).not.toBe('BODY')
  }

  await open(page, '/admin/dashboard?section=reviews')
  const ask = page.getByRole('button', { name: 'Ask for a review' })
  await ask.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Ask for a review' })
  await dialog.getByLabel('Name').fill('Half')
  await page.keyboard.press('Escape')
  const keep = page.getByRole('button', { name: 'Keep editing' })
  await expect(keep).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(keep).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(ask).toBeFocused()
})
