import type { Page } from 'playwright/test'
import { expect } from './support'

/** Returns a comparison's two pictures. */
export const pair = (page: Page) => page.locator('.comparison > div')

/** Expects both pictures uncut, without a divider. */
export const expectSideBySide = async (page: Page) => {
  await expect(page.locator('input[type=range]')).toBeHidden()
  for (const word of ['Before', 'After']) await expect(page.getByText(word, { exact: true })).toBeVisible()
  const [before, after] = await Promise.all([0, 1].map((nth) => pair(page).nth(nth).boundingBox()))
  expect(before?.y).toBe(after?.y)
  expect(before?.width).toBeCloseTo(after?.width ?? 0, 0)
  expect(after?.x).toBeGreaterThanOrEqual((before?.x ?? 0) + (before?.width ?? 0))
  await expect(pair(page).nth(1)).toHaveCSS('clip-path', 'none')
}
