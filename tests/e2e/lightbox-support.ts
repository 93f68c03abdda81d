import type { Page } from 'playwright/test'
import { expect, open } from './support'

export const dialog = (page: Page) => page.getByRole('dialog', { name: 'Project Details' })
export const imageCards = (page: Page) => page.locator('main a[role=button]')
export const counter = (page: Page, text: string) => expect(dialog(page).getByText(text, { exact: true })).toBeVisible()
/** Returns the image without its neighbours. */
export const inView = (page: Page) => dialog(page).locator('[role=group]:not([inert]) img')

/** Opens a page's image with this number. */
export const openImage = async (page: Page, number: number, path = '/projects') => {
  await open(page, path)
  await imageCards(page)
    .nth(number - 1)
    .click()
  await expect(dialog(page)).toBeVisible()
}

/** Waits until nothing moves and the neighbours are loaded. */
export const waitForSlide = async (page: Page) => {
  await expect(dialog(page).locator('img')).toHaveCount(3)
  // A replaced animation rejects.
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)))
}
