import { backendCalls, expect, idle, keys, open, test, title } from './support'

// docs/performance.md lists these counts.

const SITE = ['/rest/v1/rpc/site']
const WHOLE_VISIT: Record<string, string[]> = {
  '/': SITE,
  '/projects': SITE,
  '/project/mayfair-basement': SITE,
  '/testimonials': ['/rest/v1/rpc/approved_review_summary', '/rest/v1/rpc/approved_reviews'],
}

// Otherwise visitors call it to find out whether a deploy hook exists.
test.beforeAll(async ({ request }) => {
  await request.post('/functions/v1/rebuild', { data: {}, headers: { apikey: keys.publishable } })
})

for (const path of ['/', '/projects', '/project/mayfair-basement', '/testimonials', '/privacy-policy'])
  test(`${path} makes no early backend requests, and later only the expected ones`, { tag: '@release' }, async ({
    page,
  }) => {
    const asked = backendCalls(page)
    await open(page, path)
    await page.mouse.move(200, 200)
    await page.mouse.wheel(0, 20_000)
    await page.waitForLoadState('networkidle')
    await idle(page)
    await page.waitForLoadState('networkidle')
    await expect.poll(() => asked.toSorted()).toEqual(WHOLE_VISIT[path] ?? [])
    const early = await page.evaluate(() => {
      const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
      const [paint] = performance.getEntriesByName('first-contentful-paint')
      const firstView = Math.max(page?.loadEventEnd ?? 0, paint?.startTime ?? 0)
      const resources = performance.getEntriesByType('resource').filter(({ startTime }) => startTime < firstView)
      return resources.map(({ name }) => name)
    })
    expect(early.filter((url) => /\/(?:rest|functions)\/v1\//.test(url))).toEqual([])

    await page.getByRole('contentinfo').getByRole('link', { name: 'All projects' }).click()
    await expect(title(page, 'Our Projects')).toBeVisible()
    await expect.poll(() => asked).toContain(SITE[0])
    await page.getByRole('contentinfo').getByRole('link', { name: 'Business card' }).click()
    await expect(title(page, 'Digital Business Card')).toBeVisible()
    expect(asked.toSorted()).toEqual([...new Set([...(WHOLE_VISIT[path] ?? []), ...SITE])].toSorted())
  })
