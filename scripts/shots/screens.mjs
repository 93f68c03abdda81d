// @ts-check
/**
 * @typedef {import('playwright').Page} Page
 * @typedef {object} Screen
 * @property {string} name names the picture's file
 * @property {string} path
 * @property {number[]} [widths] where the screen exists, unless everywhere
 * @property {boolean} [whole] the whole page; otherwise what one screen shows
 * @property {(page: Page) => Promise<unknown>} [act] brings the page into the state
 * @property {boolean} [noScript] with JavaScript switched off
 * @property {boolean} [print] as it goes to the printer
 * @property {boolean} [undecided] without an answer about cookies, so that the banner asks
 * @property {boolean} [unlocked] with the maintenance password given
 * @property {RegExp} [noise] console messages that belong to the screen
 */

// The browser reports the status of the page itself.
const NOT_FOUND = /status of 404/

const projects = [
  'mayfair-basement',
  'traditional-underpinning',
  'hampstead-basement',
  'farringdon-basement',
  'feltham-basement',
]

/** @type {Screen[]} */
const pages = [
  { name: 'home', path: '/' },
  { name: 'projects', path: '/projects' },
  ...projects.map((id) => ({ name: `project-${id}`, path: `/project/${id}` })),
  { name: 'testimonials', path: '/testimonials' },
  { name: 'business-card', path: '/business-card' },
  { name: 'terms', path: '/terms-and-conditions' },
  { name: 'privacy', path: '/privacy-policy' },
  { name: 'maintenance-locked', path: '/maintenance' },
  { name: 'maintenance-unlocked', path: '/maintenance', unlocked: true },
  { name: 'not-found', path: '/no/such-page', noise: NOT_FOUND },
  { name: 'project-not-found', path: '/project/no-such-project', noise: NOT_FOUND },
  { name: 'no-script-home', path: '/', noScript: true },
  { name: 'no-script-projects', path: '/projects', noScript: true },
  { name: 'no-script-project', path: '/project/mayfair-basement', noScript: true },
  { name: 'no-script-testimonials', path: '/testimonials', noScript: true },
  { name: 'no-script-business-card', path: '/business-card', noScript: true },
  { name: 'no-script-maintenance', path: '/maintenance', noScript: true },
  { name: 'print-business-card', path: '/business-card', print: true, widths: [820] },
  { name: 'print-terms', path: '/terms-and-conditions', print: true, widths: [820] },
].map((screen) => ({ ...screen, whole: true }))

const openMenu = async (/** @type {Page} */ page) => {
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('dialog', { name: 'Menu' }).waitFor()
}

const openPanel = async (/** @type {Page} */ page) => {
  const button = page.getByRole('button', { name: "Let's Talk" })
  // Small phones have no room for the button beside the logo.
  if (!(await button.first().isVisible())) await openMenu(page)
  await button.filter({ visible: true }).first().click()
  await page.getByRole('dialog', { name: "Let's Talk" }).waitFor()
}

const press = async (/** @type {Page} */ page, /** @type {string} */ name) =>
  page.getByRole('button', { name, exact: true }).click()

const fillContact = async (/** @type {Page} */ page) => {
  await page.getByLabel('Name').fill('Ada Byron')
  await page.getByLabel('Email').fill('ada@example.com')
  await page
    .getByLabel('Message')
    .fill('A Victorian terrace in Camden, and a dark cellar that would like to be a room.')
  await press(page, 'Send Message')
  await page.getByRole('status').filter({ hasText: 'Message sent' }).waitFor()
}

const fillTestimonial = async (/** @type {Page} */ page) => {
  await page.getByLabel('Name').fill('Ada Byron')
  await page.getByLabel('Location').fill('Camden')
  await page.getByLabel('Email').fill('ada@example.com')
  await page.getByLabel('Your testimonial').fill(`Dry, level and on the day they said. ${page.viewportSize()?.width}`)
  await press(page, 'Submit Testimonial')
  await page.getByRole('status').filter({ hasText: 'Success!' }).waitFor()
}

const shareCard = async (/** @type {Page} */ page) => {
  await page.getByLabel('Recipient e-mail address').fill(`ada.${page.viewportSize()?.width}@example.com`)
  await press(page, 'Share card')
  await page.getByText('An email will be sent shortly').waitFor()
}

const refuseCode = async (/** @type {Page} */ page) => {
  await page.getByLabel('Password').fill('0000')
  await press(page, 'Unlock')
  await page.getByText('Invalid password').waitFor()
}

/** @type {Screen[]} */
const states = [
  { name: 'mobile-menu', path: '/', widths: [390, 820], act: openMenu },
  { name: 'lets-talk-panel', path: '/', act: openPanel },
  { name: 'cookie-banner', path: '/', undecided: true, act: (page) => page.getByText('Cookie Consent').waitFor() },
  { name: 'lightbox-gallery', path: '/projects?photo=4', act: (page) => page.getByRole('dialog').waitFor() },
  {
    name: 'lightbox-project',
    path: '/project/mayfair-basement?photo=18',
    act: (page) => page.getByRole('dialog').waitFor(),
  },
  { name: 'contact-errors', path: '/#contact-section', act: (page) => press(page, 'Send Message') },
  { name: 'contact-success', path: '/#contact-section', act: fillContact },
  { name: 'testimonial-errors', path: '/testimonials', act: (page) => press(page, 'Submit Testimonial') },
  { name: 'testimonial-success', path: '/testimonials', act: fillTestimonial },
  { name: 'share-errors', path: '/business-card', act: (page) => press(page, 'Share card') },
  { name: 'share-toast', path: '/business-card', act: shareCard },
  { name: 'maintenance-refused', path: '/maintenance', act: refuseCode },
]

/** Every screen a visitor can see; admin screens join here. */
export const screens = [...pages, ...states]
