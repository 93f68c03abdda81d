import { randomUUID } from 'node:crypto'
import { asServer, expect, open, test } from './admin-support'
import { attacks, attempted, expectShown, printAttempts, provoke, watch } from './security-support'
import { freshAddress } from './support'

// In one worker, so that the rows are there once and the attempts are counted together.
test.describe.configure({ mode: 'serial' })

const word = `attack${randomUUID().slice(0, 8)}`
const email = `${word}@example.com`
const approvals: { id: string; approval_hash: string }[] = []
let found: string[] = []

test.beforeEach(async ({ context }) => {
  found = await watch(context)
})
test.afterEach(() => expect(found, 'what ran, or was stopped by the policy').toEqual([]))
test.afterAll(printAttempts)

test('attacks are stored in every field, past every check', async ({ request }) => {
  // Older than the other tests' reviews, which count theirs from the newest.
  const created_at = new Date(Date.now() - 3_600_000).toISOString()
  const reviews = attacks.flatMap((attack) =>
    ['approved', 'pending', 'rejected'].map((status) => {
      const short = attack.slice(0, 100)
      return { name: short, location: short, title: short, text: attack, rating: 5, status, email, created_at }
    }),
  )
  approvals.push(...((await asServer(request, 'POST', '/rest/v1/reviews', reviews)) as typeof approvals))
  const enquiries = attacks.map((attack) => ({
    kind: 'contact',
    name: attack.slice(0, 100),
    email,
    phone: attack.slice(0, 40),
    subject: attack,
    message: `${attack} ${word}`,
    source: attack.slice(0, 100),
  }))
  await asServer(request, 'POST', '/rest/v1/enquiries', enquiries)
  const shares = attacks.map((attack) => ({ kind: 'business-card', name: attack, email, message: `${attack} ${word}` }))
  await asServer(request, 'POST', '/rest/v1/enquiries', shares)
})

test('the testimonials page shows them as text, to people and to machines', async ({ page }) => {
  await open(page, '/testimonials')
  const section = page.getByRole('region', { name: 'From our customers' })
  await section.scrollIntoViewIfNeeded()
  const more = section.getByRole('button', { name: 'Load more reviews' })
  const last = page.locator('blockquote, li').filter({ hasText: attacks.at(-1) ?? '' })
  const first = page.locator('blockquote, li').filter({ hasText: attacks[0] ?? '' })
  await expect(section.getByRole('listitem').first()).toBeVisible()
  await expect(async () => {
    if ((await last.count()) > 0 && (await first.count()) > 0) return
    await more.click({ timeout: 1_000 })
    throw new Error('more')
  }).toPass({ intervals: [50], timeout: 20_000 })
  await expectShown(page, attacks)
  await provoke(page)
  attempted('testimonials page', attacks.length * 4)
})

test('every screen of the dashboard shows them as text', async ({ adminPage: page }) => {
  test.setTimeout(120_000)
  for (const tab of ['pending', 'approved', 'rejected']) {
    await open(page, `/admin/dashboard?section=reviews&tab=${tab}&q=${word}`)
    await expectShown(page, attacks)
    await provoke(page)
    attempted(`reviews, ${tab}`, attacks.length * 4)
  }
  await open(page, '/admin/dashboard?tab=enquiries')
  const search = page.getByRole('searchbox', { name: 'Search enquiries' })
  await search.fill(word)
  await expectShown(page, attacks)
  await provoke(page)
  attempted('enquiries', attacks.length * 5)
  attempted('business cards', attacks.length * 2)
  for (const attack of attacks) {
    await search.fill(attack)
    await provoke(page)
  }
  attempted('search', attacks.length)
  for (const { id, approval_hash } of approvals.slice(0, attacks.length)) {
    await page.goto(`/admin/approve-testimonial?id=${id}&hash=${approval_hash}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await provoke(page)
  }
  attempted('approval', attacks.length * 4)
})

test('the user manager shows them as text', async ({ adminPage: page, request }) => {
  // What the auth server takes for an address; the rest it refuses.
  const names = ['<svg/onload=window.__xss=1>', '"<img/src=x/onerror=window.__xss=1>"', "'onfocus=window.__xss=1'"]
  const refused: string[] = []
  for (const [index, attack] of [...names, ...attacks].entries()) {
    const local = names.includes(attack) ? attack : `user${index}`
    const answer = await request.post('/auth/v1/admin/users', {
      headers: { authorization: `Bearer ${process.env.SECRET}`, 'user-agent': 'tests' },
      data: { email: `${local}.${word}@example.com`, password: randomUUID() },
    })
    if (!answer.ok()) refused.push(attack)
  }
  const users = attacks.map((attack, index) => ({
    email: `user${index}.${word}@example.com`,
    password: randomUUID(),
    user_metadata: { name: attack, full_name: attack, avatar_url: attack, role: attack },
  }))
  for (const user of users) await asServer(request, 'POST', '/auth/v1/admin/users', user)
  await open(page, '/admin/user-manager')
  await expect(page.getByText('Logged in as Admin')).toBeVisible()
  const field = page.getByRole('textbox', { name: 'Email' })
  for (const { email: address } of users.slice(0, 5)) {
    await field.fill(address)
    await field.press('Enter')
    await expect(page.getByText('User found')).toBeVisible()
    await provoke(page)
  }
  attempted('user manager', names.length + attacks.length * 4)
})

test('the mailbox keeps foreign HTML in a frame that can do nothing', async ({ page, request }) => {
  const to = freshAddress('attack')
  const answer = await request.post('/functions/v1/send-email', {
    data: { isContactForm: true, name: attacks[2], fromEmail: to, subject: attacks[4], cardUrl: attacks.join('\n') },
  })
  expect(answer.ok(), await answer.text()).toBe(true)
  await page.goto('/__mail')
  const frame = page.frameLocator('iframe')
  await expect(frame.locator('body')).toContainText('<script>window.__xss=1</script>')
  await expect(page.locator('iframe')).toHaveAttribute('sandbox', /^(?!.*allow-(scripts|same-origin)).*$/)
  await page.getByText('Plain text').click()
  await expectShown(page, [attacks[0] ?? ''])
  attempted('mailbox', attacks.length + 2)
  for (const attack of attacks) {
    await page.goto(`/__mail?to=${encodeURIComponent(attack)}`)
    expect(await page.evaluate(() => document.querySelectorAll('article *').length)).toBe(0)
  }
  attempted('mailbox filter', attacks.length)
})
