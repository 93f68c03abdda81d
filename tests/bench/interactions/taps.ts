import type { Browser, Locator, Page } from 'playwright'
import { idle, measureTimes, type Options, openPhone } from './phone.ts'

export type Tap = Omit<Options, 'rate'> & {
  name: string
  before?: (page: Page) => Promise<unknown>
  act: (page: Page) => Promise<unknown>
  /** Selector of the element that the tap shows. */
  shows?: string
}

const PROJECT = '/project/mayfair-basement'
const DIALOG = '[role=dialog]'
const WORDS = 'A dark cellar in Camden'
const imageCard = (page: Page) => page.getByRole('main').locator('a[role=button]').first()
const stars = (page: Page) => page.locator('label', { hasText: '3 stars' })
const comparison = (page: Page) => page.locator('.comparison')
const dig = (page: Page) => page.locator('.dig').first()
const enquiry = (page: Page) => page.locator('#contact-section').getByLabel('Message')
const testimonial = (page: Page) => page.getByLabel('Your testimonial')
const panel = (page: Page) => page.getByRole('navigation').getByRole('button', { name: "Let's Talk" })
const repeatedly = async (page: Page, times: number, ms: number, act: () => Promise<void>) => {
  for (let count = 0; count < times; count += 1) {
    await act()
    await page.waitForTimeout(ms)
  }
}
const tapsOn = (page: Page) => repeatedly(page, 10, 80, () => page.touchscreen.tap(8, 120))

type Find = typeof stars
const approach = (find: Find) => async (page: Page) => {
  await find(page).scrollIntoViewIfNeeded()
  await idle(page)
}
const tapping = (path: string, find: Find, where?: Parameters<Locator['tap']>[0]): Omit<Tap, 'name'> => ({
  path,
  before: approach(find),
  act: (page) => find(page).tap(where),
})
const typing = (name: string, path: string, find: Find): Tap => ({
  name,
  path,
  before: approach(find),
  act: async (page) => {
    await find(page).tap()
    await find(page).pressSequentially(WORDS, { delay: 60 })
  },
})
const button = (name: string) => (page: Page) => page.getByRole('button', { name }).tap()

/** Controls that a visitor taps. A phone has no room for the panel's button. */
export const taps: Tap[] = [
  { name: 'tap while the home page starts', path: '/', early: true, act: tapsOn },
  { name: 'tap while a project starts', path: PROJECT, early: true, act: tapsOn },
  { name: 'open the menu', path: '/', act: button('Menu'), shows: DIALOG },
  { name: "open the 'Let's Talk' panel", path: '/', wide: true, act: (page) => panel(page).click(), shows: DIALOG },
  { name: 'open the lightbox', ...tapping(PROJECT, imageCard), shows: DIALOG },
  {
    name: 'next image',
    path: PROJECT,
    before: async (page) => {
      await imageCard(page).tap()
      await page.getByRole('dialog').waitFor()
      await idle(page)
    },
    act: button('Next photo'),
  },
  { name: "move the comparison's handle", ...tapping(PROJECT, comparison, { position: { x: 60, y: 60 } }) },
  {
    name: 'each step of the dig',
    path: '/',
    wide: true,
    before: approach(dig),
    act: (page) => repeatedly(page, 6, 400, () => page.keyboard.press('PageDown')),
  },
  { name: 'choose stars', ...tapping('/testimonials', stars) },
  typing('type an enquiry', '/', enquiry),
  typing('type a testimonial', '/testimonials', testimonial),
  { name: 'accept cookies', path: '/', undecided: true, act: button('Accept All') },
]

/** Measures a tap on a fresh, slowed page. */
export const measureTap = async (browser: Browser, site: string, tap: Tap, rate: number) => {
  const { page, close } = await openPhone(browser, site, { ...tap, rate })
  await tap.before?.(page)
  const times = await measureTimes(page, () => tap.act(page), tap.shows)
  await close()
  return times
}
