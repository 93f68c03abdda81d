import type { Browser, Locator, Page } from 'playwright'
import { idle, longestInteraction, openPhone, shown, watch } from './phone.ts'

export type Tap = {
  name: string
  path: string
  wide?: boolean
  undecided?: boolean
  /** While the page starts, on a processor that is slow from the beginning. */
  early?: boolean
  /** Brings the page to where the tap is possible. */
  before?: (page: Page) => Promise<unknown>
  act: (page: Page) => Promise<unknown>
  /** What the tap is to show. */
  shows?: string
}

const WORDS = 'A dark cellar in Camden'
const type = async (field: Locator) => {
  await field.tap()
  await field.pressSequentially(WORDS, { delay: 60 })
}
const imageCard = (page: Page) => page.getByRole('main').locator('a[role=button]').first()
const openImage = async (page: Page) => {
  await imageCard(page).tap()
  await page.getByRole('dialog').waitFor()
}
const approach = async (page: Page, target: Locator) => {
  await target.scrollIntoViewIfNeeded()
  await idle(page)
}

/** What a visitor touches; every one on a phone, but for the panel, whose button a phone has no room for. */
export const taps: Tap[] = [
  ...['/', '/project/mayfair-basement'].map((path) => ({
    name: `tap while ${path} starts`,
    path,
    early: true,
    act: async (page: Page) => {
      for (let count = 0; count < 10; count += 1) {
        await page.touchscreen.tap(8, 120)
        await page.waitForTimeout(80)
      }
    },
  })),
  {
    name: 'open the menu',
    path: '/',
    act: (page) => page.getByRole('button', { name: 'Menu' }).tap(),
    shows: '[role=dialog]',
  },
  {
    name: "open the 'Let's Talk' panel",
    path: '/',
    wide: true,
    act: (page) => page.getByRole('navigation').getByRole('button', { name: "Let's Talk" }).click(),
    shows: '[role=dialog]',
  },
  {
    name: 'open the lightbox',
    path: '/project/mayfair-basement',
    before: (page) => approach(page, imageCard(page)),
    act: (page) => imageCard(page).tap(),
    shows: '[role=dialog]',
  },
  {
    name: 'next image',
    path: '/project/mayfair-basement',
    before: async (page) => {
      await openImage(page)
      await idle(page)
    },
    act: (page) => page.getByRole('dialog').getByRole('button', { name: 'Next photo' }).tap(),
  },
  {
    name: 'choose stars',
    path: '/testimonials',
    before: (page) => approach(page, page.locator('label', { hasText: '3 stars' })),
    act: (page) => page.locator('label', { hasText: '3 stars' }).tap(),
  },
  {
    name: 'type an enquiry',
    path: '/',
    before: (page) => approach(page, page.locator('#contact-section').getByLabel('Message')),
    act: (page) => type(page.locator('#contact-section').getByLabel('Message')),
  },
  {
    name: 'type a testimonial',
    path: '/testimonials',
    before: (page) => approach(page, page.getByLabel('Your testimonial')),
    act: (page) => type(page.getByLabel('Your testimonial')),
  },
  {
    name: 'accept cookies',
    path: '/',
    undecided: true,
    act: (page) => page.getByRole('button', { name: 'Accept All' }).tap(),
  },
]

/** Does it once, on a fresh page slowed `rate` times. */
export const measureTap = async (browser: Browser, site: string, tap: Tap, rate: number) => {
  const { page, close } = await openPhone(browser, site, { ...tap, rate })
  try {
    await tap.before?.(page)
    await watch(page, tap.shows ?? 'none')
    await tap.act(page)
    const after = tap.shows ? (await shown(page)).ms : Number.NaN
    return { interaction: await longestInteraction(page), shown: after }
  } finally {
    await close()
  }
}
