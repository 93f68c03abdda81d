import * as names from '@/storage/names'

export type Kind = 'Local storage' | 'Session storage' | 'IndexedDB' | 'Cache storage' | 'Service worker'

type Entry = {
  name: string
  why: string
  kinds: readonly [Kind, ...Kind[]]
  until: string
}

const TAB = 'Until you close the tab'
const CLEARED = 'Until you clear it'
const DELETED = 'Until deleted'
const SIGN_OUT = 'Until you log out'

/** Everything the site stores in a browser. It sets no cookies. */
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
      why: 'Remembers your scroll position.',
      kinds: ['Session storage'],
      until: TAB,
    },
    {
      name: 'remix-router-transitions',
      why: 'Remembers page transitions.',
      kinds: ['Session storage'],
      until: TAB,
    },
    {
      name: 'workbox-…',
      why: 'Keeps pages you’ve visited available offline.',
      kinds: ['Cache storage', 'IndexedDB'],
      until: CLEARED,
    },
    { name: 'sw.js', why: 'Shows those pages when you’re offline.', kinds: ['Service worker'], until: CLEARED },
    {
      name: '….corrupt',
      why: 'A copy of an entry that couldn’t be read.',
      kinds: ['Local storage', 'Session storage'],
      until: CLEARED,
    },
  ],
  owners: [
    {
      name: 'sb-…-auth-token',
      why: 'An administrator’s sign-in session.',
      kinds: ['Local storage'],
      until: SIGN_OUT,
    },
    {
      name: names.adminAuth,
      why: 'Records that an administrator has signed in here.',
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
      why: 'Project pictures an administrator has saved.',
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
      why: 'The slides an administrator has chosen for the top of the home page.',
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
      why: 'Project changes that haven’t reached the server yet, and a random ID by which the server recognises this browser’s changes. Safari may clear them after a week.',
      kinds: ['IndexedDB'],
      until: 'Until saved on the server (the ID until you clear it)',
    },
    {
      name: names.adminDemo,
      why: 'Records that the admin area is in demo mode.',
      kinds: ['Session storage'],
      until: TAB,
    },
    {
      name: names.demoTestimonials,
      why: 'The demo reviews and their status.',
      kinds: ['Session storage'],
      until: TAB,
    },
    {
      name: names.maintenanceAuth,
      why: 'Records that the maintenance password has been entered.',
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
