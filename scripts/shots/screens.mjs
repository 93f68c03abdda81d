// @ts-check
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { storeEnquiry, TOKEN } from './backend.mjs'

/**
 * @typedef {import('playwright').Page} Page
 * @typedef {object} Screen
 * @property {number[]} [widths] where the screen exists, unless everywhere
 * @property {(page: Page) => Promise<unknown>} [act] brings the page into the state; then one screen is taken, not the whole page
 * @property {boolean} [noScript] with JavaScript switched off
 * @property {boolean} [print] as it goes to the printer
 * @property {boolean} [undecided] without an answer about cookies, so that the banner asks
 * @property {boolean} [unlocked] with the maintenance password given
 * @property {boolean} [admin] as a signed-in administrator
 */

const root = path.resolve(import.meta.dirname, '../..')

const press = (/** @type {Page} */ page, /** @type {string} */ name) =>
  page.getByRole('button', { name, exact: true }).click()
const pressing = (/** @type {string} */ name) => (/** @type {Page} */ page) => press(page, name)
const dialog = (/** @type {Page} */ page) => page.getByRole('dialog').first().waitFor()

const openMenu = (/** @type {Page} */ page) => press(page, 'Menu').then(() => dialog(page))

const openAdminMenu = (/** @type {Page} */ page) =>
  page
    .getByRole('button', { name: /^Menu/ })
    .click()
    .then(() => dialog(page))

const askForReview = (/** @type {Page} */ page) => press(page, 'Ask for a review').then(() => dialog(page))
const sendThanks = async (/** @type {Page} */ page) => {
  await page.getByRole('button', { name: 'Send thanks to Mina Park' }).first().click()
  await dialog(page)
}
const invited = (/** @type {Page} */ page) => page.getByText('Thank you for working with us.').waitFor()

const openPanel = async (/** @type {Page} */ page) => {
  const button = page.getByRole('button', { name: "Let's Talk" })
  // Small phones have no room for the button beside the logo.
  if (!(await button.first().isVisible())) await openMenu(page)
  await button.filter({ visible: true }).first().click()
  await page.getByRole('dialog', { name: "Let's Talk" }).waitFor()
}

/** Fills the fields of a form, sends it and waits for the answer. */
const submitting =
  (/** @type {Record<string, string>} */ fields, /** @type {string} */ button, /** @type {string} */ answer) =>
  async (/** @type {Page} */ page) => {
    // Each width has its own texts and e-mail addresses: the same ones again would be refused or stored once.
    const own = String(page.viewportSize()?.width)
    for (const [label, text] of Object.entries(fields)) await page.getByLabel(label).fill(text.replace('{own}', own))
    await press(page, button)
    await page.getByText(answer).first().waitFor()
  }

const card = { 'Recipient e-mail address': 'ada.{own}@example.com' }
const person = { Name: 'Ada Byron', Email: 'ada.{own}@example.com' }
const enquiry = { ...person, Message: 'A Victorian terrace in Camden, and a dark cellar that would like to be a room.' }
const praise = { ...person, Location: 'Camden', 'Your testimonial': 'Dry, level and on the day they said. {own}' }
const forms = {
  contact: submitting(enquiry, 'Send Message', 'Message sent'),
  testimonial: submitting(praise, 'Submit Testimonial', 'Success!'),
  card: submitting(card, 'Share card', 'An email will be sent shortly'),
  code: submitting({ Password: '0000' }, 'Unlock', 'Invalid password'),
}

const POLL_MS = 30_000
const newEnquiry = async (/** @type {Page} */ page) => {
  await storeEnquiry(new URL(page.url()).origin)
  await page.clock.runFor(POLL_MS)
  await page.getByRole('button', { name: /new: show/ }).waitFor()
}
const markAnswered = async (/** @type {Page} */ page) => {
  await page
    .getByRole('button', { name: /^Mark as answered/ })
    .first()
    .click()
  await page.getByText('Marked as answered').waitFor()
}

const photos = JSON.parse(readFileSync(path.join(root, 'src/content/gallery/images.json'), 'utf8')).slice(0, 4)

/** Saves four pictures in this browser, and opens the screen that publishes them. */
const draft = async (/** @type {Page} */ page) => {
  await page.evaluate(
    async (/** @type {string[]} */ urls) => {
      const images = urls.map(async (url, index) => {
        const file = await (await fetch(url)).blob()
        const reader = new FileReader()
        await new Promise((resolve) => {
          reader.onload = resolve
          reader.readAsDataURL(file)
        })
        const name = url
          .split('/')
          .at(-1)
          ?.replace(/-[0-9a-f]{8}-\d+/, '')
        return { id: String(index), name, url: reader.result, uploadDate: '21/11/2026' }
      })
      localStorage.setItem('projectImages', JSON.stringify(await Promise.all(images)))
    },
    photos.map((/** @type {{ src: string }} */ { src }) => src),
  )
  await page.reload()
  // Each has its field once it is prepared.
  await page.locator('textarea').nth(3).waitFor()
}
const publish = async (/** @type {Page} */ page) => {
  await draft(page)
  await page.locator('textarea').first().fill(`A courtyard ${page.viewportSize()?.width} pixels wide`)
  await press(page, 'Publish')
  await page.getByText('It is live').waitFor()
}

const projects = readdirSync(path.join(root, 'src/content/projects')).filter((name) => !name.includes('.'))

const pages = {
  home: '/',
  projects: '/projects',
  ...Object.fromEntries(projects.map((id) => [`project-${id}`, `/project/${id}`])),
  testimonials: '/testimonials',
  'business-card': '/business-card',
  terms: '/terms-and-conditions',
  privacy: '/privacy-policy',
  maintenance: '/maintenance',
  'not-found': '/no/such-page',
  'project-not-found': '/project/no-such-project',
}

/** Every page and state, by the name of its pictures. @type {[name: string, path: string, screen?: Screen][]} */
export const screens = [
  ...Object.entries(pages),
  ...Object.entries(pages).map(([name, url]) => /** @type {any} */ ([`no-script-${name}`, url, { noScript: true }])),
  ['maintenance-unlocked', '/maintenance', { unlocked: true }],
  ['print-business-card', '/business-card', { print: true, widths: [820] }],
  ['print-terms', '/terms-and-conditions', { print: true, widths: [820] }],
  ['mobile-menu', '/', { widths: [390, 820], act: openMenu }],
  ['lets-talk-panel', '/', { act: openPanel }],
  ['cookie-banner', '/', { undecided: true, act: (page) => page.getByText('Cookie Consent').waitFor() }],
  ['lightbox-gallery', '/projects?photo=4', { act: dialog }],
  ['lightbox-project', '/project/mayfair-basement?photo=18', { act: dialog }],
  ['contact-errors', '/#contact-section', { act: pressing('Send Message') }],
  ['contact-success', '/#contact-section', { act: forms.contact }],
  ['testimonial-invited', `/testimonials#invitation=${TOKEN}`, { act: invited }],
  ['testimonial-errors', '/testimonials', { act: pressing('Submit Testimonial') }],
  ['testimonial-success', '/testimonials', { act: forms.testimonial }],
  ['share-errors', '/business-card', { act: pressing('Share card') }],
  ['share-toast', '/business-card', { act: forms.card }],
  ['maintenance-refused', '/maintenance', { act: forms.code }],
  ['admin-overview', '/admin/dashboard', { admin: true }],
  ['admin-menu', '/admin/dashboard', { admin: true, widths: [390, 820], act: openAdminMenu }],
  ['admin-enquiries', '/admin/dashboard?tab=enquiries', { admin: true }],
  ['admin-enquiries-none', '/admin/dashboard?tab=enquiries&filter=undelivered', { admin: true }],
  ['admin-enquiry-new', '/admin/dashboard?tab=enquiries#enquiries', { admin: true, act: newEnquiry }],
  ['admin-enquiry-answered', '/admin/dashboard?tab=enquiries#enquiries', { admin: true, act: markAnswered }],
  ['admin-publish-draft', '/admin/dashboard?section=media&tab=publish', { admin: true, act: draft }],
  ['admin-publish-done', '/admin/dashboard?section=media&tab=publish', { admin: true, act: publish }],
  ['admin-publish-history', '/admin/dashboard?section=media&tab=publish', { admin: true }],
  ['admin-reviews', '/admin/dashboard?section=reviews', { admin: true }],
  ['admin-ask-for-review', '/admin/dashboard?section=reviews', { admin: true, act: askForReview }],
  ['admin-invitations', '/admin/dashboard?section=reviews&tab=invitations', { admin: true }],
  ['admin-published', '/admin/dashboard?section=reviews&tab=published', { admin: true }],
  ['admin-send-thanks', '/admin/dashboard?section=reviews&tab=published', { admin: true, act: sendThanks }],
  ['admin-email', '/admin/dashboard?section=email', { admin: true }],
  ['admin-spam-check', '/admin/dashboard?section=email&tab=recaptcha', { admin: true }],
]
