import { type LegalBlock, type LegalText, table } from './blocks'

type BrowserEntry = {
  readonly name: string
  readonly where: string
  readonly purpose: LegalText
  readonly lasts: string
}

const UNTIL_CLEARED = 'Until you clear it'
const UNTIL_TAB_CLOSES = 'Until the tab is closed'

/** Written whatever the visitor's choice about cookies. */
const forEveryVisitor: readonly BrowserEntry[] = [
  {
    name: 'cookieConsent',
    where: 'Local storage',
    purpose:
      'Remembers your choice, ‘accepted’ or ‘rejected’, so that we do not ask again. Written only once you choose.',
    lasts: UNTIL_CLEARED,
  },
  {
    name: 'scroll-positions',
    where: 'Session storage',
    purpose: 'Remembers how far you had scrolled, so that the back button returns you to the same place.',
    lasts: UNTIL_TAB_CLOSES,
  },
  {
    name: 'remix-router-transitions',
    where: 'Session storage',
    purpose: 'Remembers between which pages the screen cross-faded, so that going back looks the same.',
    lasts: UNTIL_TAB_CLOSES,
  },
  {
    name: 'workbox-…',
    where: 'Cache storage and IndexedDB',
    purpose: 'Keeps the pages you have opened, with their pictures, so that they open again without a connection.',
    lasts: UNTIL_CLEARED,
  },
]

/** Written only by signing in, passing a password gate or saving media in the admin area. */
const forAdministrators: readonly BrowserEntry[] = [
  {
    name: 'sb-…-auth-token',
    where: 'Local storage',
    purpose:
      'The sign-in session of an administrator. The middle of the name is made from the address of our database.',
    lasts: 'Until sign-out',
  },
  {
    name: 'adminAuth',
    where: 'Local storage',
    purpose: 'Notes that an administrator has signed in here, so that the dashboard opens. It gives no access to data.',
    lasts: 'Until sign-out',
  },
  {
    name: 'adminVideos',
    where: 'Local storage',
    purpose: 'Videos that an administrator has saved for the home page.',
    lasts: 'Until deleted',
  },
  {
    name: 'projectImages',
    where: 'Local storage',
    purpose: 'Project pictures that an administrator has saved. The home page shows the first four.',
    lasts: 'Until deleted',
  },
  {
    name: 'heroSlides',
    where: 'Local storage',
    purpose: 'The videos and pictures that an administrator has chosen for the top of the home page.',
    lasts: 'Until replaced',
  },
  {
    name: 'media',
    where: 'IndexedDB',
    purpose: 'Videos and pictures of an administrator that are too large for local storage.',
    lasts: 'Until deleted',
  },
  {
    name: 'admin-demo',
    where: 'Session storage',
    purpose: 'Notes that the admin area shows samples instead of the database, for a demonstration.',
    lasts: UNTIL_TAB_CLOSES,
  },
  {
    name: 'maintenance-auth',
    where: 'Session storage',
    purpose: 'Notes that the password of the maintenance page has been entered.',
    lasts: UNTIL_TAB_CLOSES,
  },
  {
    name: 'site-access-auth',
    where: 'Session storage',
    purpose: 'Lets the owner into the site while it is marked as under construction.',
    lasts: UNTIL_TAB_CLOSES,
  },
]

const fromGoogle: readonly BrowserEntry[] = [
  {
    name: '_ga',
    where: 'Cookie of this site',
    purpose: 'Google Analytics: tells visitors apart by a random number. Only after you choose ‘Accept All’.',
    lasts: 'Up to 2 years',
  },
  {
    name: '_ga_…',
    where: 'Cookie of this site',
    purpose:
      'Google Analytics: keeps the pages of one visit together. The name ends in our measurement id. Only after you choose ‘Accept All’.',
    lasts: 'Up to 2 years',
  },
  {
    name: '_GRECAPTCHA',
    where: 'Cookie of google.com',
    purpose:
      'Google reCAPTCHA: tells people from robots. Only if the contact form on the page you open shows the reCAPTCHA box.',
    lasts: 'Up to 6 months',
  },
]

const entryTable = (caption: string, entries: readonly BrowserEntry[]): LegalBlock =>
  table(
    caption,
    ['Name', 'Purpose', 'Kind', 'Kept'],
    entries.map(({ name, where, purpose, lasts }) => [[{ code: name }], purpose, where, lasts]),
  )

export const browserStorageTables: readonly LegalBlock[] = [
  entryTable('For every visitor', forEveryVisitor),
  entryTable('Only in the browser of an administrator or the owner', forAdministrators),
  entryTable('From Google, under the conditions given', fromGoogle),
]
