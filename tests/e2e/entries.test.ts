import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { APIRequestContext, Locator, Page } from 'playwright/test'
import { adminManifestFile } from '../../src/prerender/web-app'
import { freePort } from '../support/free-port.mjs'
import { startSite } from '../support/site-process'
import { asServer, expect, injectSession, open, test } from './admin-support'
import { freshEmail, PHONE, refuseCookies, title } from './support'

type Shown = (page: Page) => Locator

const role =
  (role: 'heading' | 'button' | 'dialog', name: string): Shown =>
  (page) =>
    page.getByRole(role, { name, exact: role !== 'dialog' })
const heading = (name: string) => role('heading', name)
const field =
  (label: string): Shown =>
  (page) =>
    page.getByLabel(label, { exact: true })

const enquiries: Shown = (page) => page.getByRole('list', { name: 'Enquiries' })

const screens: readonly (readonly [RegExp, ...Shown[]])[] = [
  [/^\d+ reviews? to moderate$/, heading('Pending Reviews')],
  [/^\d+ new enquir(y|ies)/, enquiries],
  [/^\d+ failed emails?$/, enquiries],
  [/^\d+ failed thank-you emails?$/, heading('Published Reviews')],
  [/^\d+ unanswered invitations?$/, heading('Invitations')],
  [/^Two-factor authentication$/, heading('Your account')],
  [/^Add project$/, heading('New project'), field('Title')],
  [/^Ask for a review$/, role('dialog', 'Ask for a review')],
  [/^Edit homepage$/, heading('Saved images (0 of 20)')],
  [/^Invite someone$/, role('dialog', 'Add user')],
]
const filters: Record<string, RegExp> = { new: /^New \(/, undelivered: /^Not delivered \(/ }

/** Screens that emailed links open for a visitor. */
const visitorsEntries = (invitation: string): Record<string, Shown> => ({
  '/': (page) => title(page, /floor beneath/),
  '/business-card': (page) => title(page, 'Digital Business Card'),
  [`/testimonials#invitation=${invitation}`]: (page) => page.getByText('Thank you for working with us.'),
  '/admin/login': heading('Admin Portal Login'),
  '/admin/login?mode=forgot': role('button', 'Send reset link'),
  '/admin/reset-password#token_hash=0&type=invite': heading('Choose a password'),
  '/admin/reset-password#token_hash=0&type=recovery': field('New password'),
})

/** Screens that emails and the installed app open. */
const ownersEntries = (approval: string): Record<string, Shown> => ({
  [approval]: field('Message'),
  '/admin/dashboard': (page) => title(page, 'Overview'),
})

const TEMPLATES = path.resolve(import.meta.dirname, '../../supabase/templates')
const linksOfTemplates = (): string[] => {
  const texts = readdirSync(TEMPLATES).map((name) => readFileSync(path.join(TEMPLATES, name), 'utf8'))
  const links = texts.flatMap((text) => [...text.matchAll(/href="\{\{ \.SiteURL \}\}([^"]*)"/g)])
  return links.map(([, link = '']) => (link || '/').replace('{{ .TokenHash }}', '0').replaceAll('&amp;', '&'))
}

/** Stores one row of everything the Overview counts. */
const store = async (request: APIRequestContext) => {
  const post = (table: string, rows: object) => asServer(request, 'POST', `/rest/v1/${table}`, rows)
  const person = { name: 'Ann', email: freshEmail('entry'), location: 'Camden' }
  const review = () => ({ ...person, text: randomUUID(), rating: 5 })
  const [waiting] = (await post('reviews', review())) as Record<string, string>[]
  await post('reviews', { ...review(), status: 'approved', thanks_failed_at: new Date().toISOString() })
  const { location: _, ...sender } = person
  const enquiry = { kind: 'contact', phone: '', subject: 'Cellar', message: 'A dark one.', delivery: 'failed' }
  await post('enquiries', { ...sender, ...enquiry })
  const invitation = randomBytes(32).toString('base64url')
  await post('review_invitations', { ...person, token_hash: createHash('sha256').update(invitation).digest('hex') })
  return { invitation, approval: `/admin/approve-testimonial?id=${waiting?.id}&hash=${waiting?.approval_hash}` }
}

const overviewLinks = async (page: Page): Promise<Locator[]> => {
  const waiting = page.getByRole('region', { name: 'Needs your attention' })
  await expect(waiting.getByRole('link', { name: 'Two-factor authentication' })).toBeVisible()
  const actions = page.getByRole('list', { name: 'Quick actions' })
  return waiting.getByRole('link').or(actions.getByRole('link')).all()
}

const developmentTest = test.extend<object, { development: string }>({
  development: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright asks for a pattern.
    async ({}, use) => {
      const folder = mkdtempSync(path.join(tmpdir(), 'groundworks-entries-'))
      const port = await freePort()
      const site = startSite(path.join(folder, 'data'), port)
      const url = `http://localhost:${port}`
      await expect(() => fetch(`${url}/rest/v1/`)).toPass({ timeout: 50_000, intervals: [100] })
      await use(url)
      await site.kill()
      rmSync(folder, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  server: [async ({ development, server }, use) => use({ ...server, url: development }), { scope: 'worker' }],
  baseURL: async ({ development }, use) => use(development),
})

// A phone has the least room.
for (const [where, entryTest, viewport] of [
  ['entry links in the build', test, PHONE],
  ['entry links during development', developmentTest, { width: 1440, height: 900 }],
] as const)
  entryTest.describe(where, { tag: entryTest === test ? [] : '@release' }, () => {
    entryTest.use({ viewport })

    entryTest('every URL in an email opens its screen', async ({ page, admin, request }) => {
      await refuseCookies(page)
      const { invitation, approval } = await store(request)
      const arePresent = async (entries: Record<string, Shown>, addresses: string[]) => {
        expect(Object.keys(entries)).toEqual(expect.arrayContaining(addresses))
        for (const [address, shown] of Object.entries(entries))
          await entryTest.step(address, async () => {
            await open(page, address)
            await expect.soft(shown(page)).toBeVisible()
          })
      }
      await arePresent(visitorsEntries(invitation), linksOfTemplates())
      await injectSession(page, admin.session)
      const { start_url, shortcuts = [] } = JSON.parse(adminManifestFile.text)
      await arePresent(ownersEntries(approval), [start_url, ...shortcuts.map(({ url }: { url: string }) => url)])
    })

    const areInView = async (page: Page, all: readonly Shown[]) => {
      for (const shown of all) await expect.soft(shown(page)).toBeInViewport()
      const name = filters[new URL(page.url()).searchParams.get('filter') ?? '']
      if (name) await expect.soft(page.getByRole('button', { name, pressed: true })).toBeVisible()
    }

    entryTest('every link on the Overview opens its screen', async ({ adminPage: page, request }) => {
      await store(request)
      await open(page, '/admin/dashboard')
      for (const link of await overviewLinks(page)) {
        const name = (await link.textContent()) ?? ''
        expect(
          screens.filter(([words]) => words.test(name)),
          `screens of “${name}”`,
        ).toHaveLength(1)
      }
      for (const [words, ...all] of screens)
        await entryTest.step(`click ${words}`, async () => {
          await page.getByRole('link', { name: words }).click()
          await areInView(page, all)
          await page.goBack()
        })
    })

    entryTest(
      'every Overview URL opens its screen on a fresh load',
      { tag: '@release' },
      async ({ adminPage: page, request }) => {
        await store(request)
        for (const [words, ...all] of screens)
          await entryTest.step(`load ${words}`, async () => {
            await open(page, '/admin/dashboard')
            const address = await page.getByRole('link', { name: words }).getAttribute('href')
            await open(page, address ?? '')
            await areInView(page, all)
          })
      },
    )
  })
