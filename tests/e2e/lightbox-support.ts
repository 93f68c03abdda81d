import type { Page } from 'playwright/test'
import { expect, open } from './support'

/** The open lightbox. */
export const dialog = (page: Page) => page.getByRole('dialog', { name: 'Project Details' })
/** The cards that open it. */
export const imageCards = (page: Page) => page.locator('main a[role=button]')
/** Waits for the counter to say so. */
export const counter = (page: Page, text: string) => expect(dialog(page).getByText(text, { exact: true })).toBeVisible()
/** The image in view, without its neighbours. */
export const inView = (page: Page) => dialog(page).locator('[role=group]:not([inert]) img')

/** Opens a page and one of its images, counted from 1. */
export const openImage = async (page: Page, number: number, path = '/projects') => {
  await open(page, path)
  await imageCards(page)
    .nth(number - 1)
    .click()
  await expect(dialog(page)).toBeVisible()
}

/** Waits until the neighbours are there and nothing moves. */
export const waitForSlide = async (page: Page) => {
  await expect(dialog(page).locator('img')).toHaveCount(3)
  // An animation that another one replaces ends as aborted, which is an end too.
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)))
}
