import * as names from '@/storage/names'

export type Kind = 'Local storage' | 'Session storage' | 'IndexedDB' | 'Cache storage' | 'Service worker'

type Entry = {
  name: string
  why: string
  kinds: readonly [Kind, ...Kind[]]
  until: string
}

const TAB = 'Until the tab is closed'
const CLEARED = 'Until you clear it'
const DELETED = 'Until deleted'
const SIGN_OUT = 'Until sign-out'

/** Everything the site itself keeps in a browser. It sets no cookie. */
export const browserStorage: Readonly<Record<'visitors' | 'owners', readonly Entry[]>> = {
  visitors: [
    {
      name: names.cookieConsent,
      why: 'Remembers your choice.',
      kinds: ['Local storage'],
      until: CLEARED,
    },
    {
      name: names.scrollPositions,
      why: 'Remembers how far you had scrolled.',
      kinds: ['Session storage'],
      until: TAB,
    },
    {
      name: 'remix-router-transitions',
      why: 'Remembers which pages cross-faded.',
      kinds: ['Session storage'],
      until: TAB,
    },
    {
      name: 'workbox-…',
      why: 'Keeps pages you have opened, for when there is no connection.',
      kinds: ['Cache storage', 'IndexedDB'],
      until: CLEARED,
    },
    { name: 'sw.js', why: 'Fetches and shows those pages.', kinds: ['Service worker'], until: CLEARED },
    {
      name: '….corrupt',
      why: 'A copy of an entry that could not be read.',
      kinds: ['Local storage', 'Session storage'],
      until: CLEARED,
    },
  ],
  owners: [
    {
      name: 'sb-…-auth-token',
      why: 'The sign-in session of an administrator.',
      kinds: ['Local storage'],
      until: SIGN_OUT,
    },
    {
      name: names.adminAuth,
      why: 'Notes that an administrator has signed in here.',
      kinds: ['Local storage'],
      until: SIGN_OUT,
    },
    {
      name: names.adminVideos,
      why: 'Videos an administrator has saved for the home page.',
      kinds: ['Local storage'],
      until: DELETED,
    },
    {
      name: names.projectImages,
      why: 'Project pictures that an administrator has saved.',
      kinds: ['Local storage'],
      until: DELETED,
    },
    {
      name: names.publishedNames,
      why: 'Remembers the names under which saved project pictures are published.',
      kinds: ['Local storage'],
      until: 'Until replaced',
    },
    {
      name: names.heroSlides,
      why: 'What an administrator has chosen to open the home page.',
      kinds: ['Local storage'],
      until: 'Until replaced',
    },
    {
      name: names.mediaFiles,
      why: 'Videos and pictures too large for local storage.',
      kinds: ['IndexedDB'],
      until: DELETED,
    },
    {
      name: names.unsentChanges,
      why: 'Changes of projects that are not on the server yet, and a random id by which the server recognises this browser’s changes. Safari may clear them after a week.',
      kinds: ['IndexedDB'],
      until: 'Until saved; the id until you clear it',
    },
    {
      name: names.adminDemo,
      why: 'Notes that the admin area shows samples.',
      kinds: ['Session storage'],
      until: TAB,
    },
    {
      name: names.demoTestimonials,
      why: 'Those samples, as moderated.',
      kinds: ['Session storage'],
      until: TAB,
    },
    {
      name: names.maintenanceAuth,
      why: 'Notes that the maintenance password has been entered.',
      kinds: ['Session storage'],
      until: TAB,
    },
    {
      name: names.siteAccessAuth,
      why: 'Lets the owner into the site while it is under construction.',
      kinds: ['Session storage'],
      until: TAB,
    },
  ],
}
