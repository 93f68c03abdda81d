import { expect, signIn, test } from './admin-support'

test('a question the database never answers is given up after ten seconds, and asked again on request', async ({
  page,
  admin,
}) => {
  await signIn(page, admin)
  let asked = 0
  // A connection that is open but dead.
  await page.route('**/rest/v1/rpc/moderation_page', () => {
    asked += 1
  })
  const started = Date.now()
  await page.goto('/admin/dashboard?section=reviews')
  const problem = page.getByRole('alert').filter({ hasText: 'Error loading reviews' })
  await expect(problem).toBeVisible({ timeout: 20_000 })
  expect(Date.now() - started).toBeGreaterThan(9_000)
  expect(Date.now() - started).toBeLessThan(15_000)
  expect(asked).toBe(1)
  await page.unrouteAll()
  await problem.getByRole('button', { name: 'Try again' }).click()
  await expect(problem).toBeHidden()
})
