import { randomUUID } from 'node:crypto'
import { asServer, expect, open, test } from './admin-support'
import { attacks, attempted, expectShown, printAttempts, provoke, watch } from './security-support'
import { freshEmail, keys } from './support'

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
  await expect(section.getByRole('listitem').first()).toBeVisible()
  await expect(async () => {
    const shown = (await section.textContent()) ?? ''
    if (attacks.every((attack) => shown.includes(attack))) return
    await more.click({ timeout: 1_000 })
    throw new Error('There are more')
  }).toPass({ intervals: [100], timeout: 20_000 })
  const machines = await page.locator('script[type="application/ld+json"]').allTextContents()
  expect(machines.join('')).toContain('window.__xss')
  for (const text of machines) JSON.parse(text)
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
  test.setTimeout(60_000)
  // E-mail addresses in which a browser would see a tag, if the auth server takes them.
  const names = ['<svg/onload=window.__xss=1>', '"<img/src=x/onerror=window.__xss=1>"', "'onfocus=window.__xss=1'"]
  let taken = 0
  for (const name of names) {
    const answer = await request.post('/auth/v1/admin/users', {
      headers: { apikey: keys.secret, 'user-agent': 'tests' },
      data: { email: `${name}${word}@example.com`, password: randomUUID() },
    })
    if (answer.ok()) taken += 1
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
  for (const { email } of users) {
    await field.fill(email)
    await field.press('Enter')
    await expect(page.getByText(email).first()).toBeVisible()
    await provoke(page)
  }
  attempted('user manager', taken + attacks.length * 4)
  attempted('e-mail addresses the auth server refused', names.length - taken)
})

test('the mailbox keeps foreign HTML in a frame that can do nothing', async ({ page, request }) => {
  const to = freshEmail('attack')
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
