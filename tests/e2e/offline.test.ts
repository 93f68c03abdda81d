import { createServer, request as send } from 'node:http'
import { listen } from '../support/listen'
import { drawPicture } from '../support/uploads'
import { asServer, expect, test } from './admin-support'
import { getCachedPaths, open, title, waitForHydration } from './support'

// Closing connections fails pending requests.
test.use({ serviceWorkers: 'allow', expectedNoise: /Failed to load resource/ })

test('a cached page shows after three seconds without a response', async ({ page, baseURL }) => {
  let isDead = false
  const server = createServer((request, response) => {
    if (isDead) return
    const { url = '/', method, headers } = request
    const forwarded = send(new URL(url, baseURL), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers)
      answer.pipe(response)
    })
    request.pipe(forwarded)
  })
  await open(page, `${await listen(server)}/projects`)
  await page.mouse.move(200, 200, { steps: 2 })
  await expect.poll(() => getCachedPaths(page)).toContain('/projects')
  isDead = true
  const started = performance.now()
  await page.reload({ waitUntil: 'commit' })
  expect(performance.now() - started).toBeGreaterThan(2_500)
  expect(performance.now() - started).toBeLessThan(8_000)
  await expect(title(page, 'Our Projects')).toBeVisible()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

test.describe('offline pages', () => {
  test.use({ expectedNoise: /Failed to load resource/ })

  test('visited pages open offline, others explain why not, and admin pages are never cached', async ({
    page,
    context,
  }) => {
    await page.goto('/admin/login')
    await expect(title(page, /./)).toBeVisible()
    // An earlier version of the worker left this cache.
    await page.evaluate(async () => void (await (await caches.open('pages')).put('/old', new Response('old'))))
    await open(page, '/')
    await page.mouse.move(200, 200, { steps: 2 })
    await expect.poll(() => getCachedPaths(page)).toContain('/')
    await page.getByRole('link', { name: 'View all projects' }).click()
    await expect(title(page, 'Our Projects')).toBeVisible()
    await expect.poll(() => getCachedPaths(page)).toContain('/projects')
    const appFiles = async () => (await getCachedPaths(page)).filter((path) => path.startsWith('/assets/app-'))
    await expect.poll(appFiles).toHaveLength(1)
    await expect.poll(() => page.evaluate(() => caches.has('pages'))).toBe(false)
    await context.setOffline(true)
    await expect(page.getByText('You’re offline.')).toBeVisible()
    await page.reload().then(() => waitForHydration(page))
    await expect(title(page, 'Our Projects')).toBeVisible()
    await expect(page.getByText('You’re offline.')).toBeVisible()
    await page.goBack()
    await expect(title(page, /floor beneath/)).toBeVisible()
    await page.goto('/business-card')
    await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible()
    await context.setOffline(false)
    await page.reload()
    await expect(title(page, 'Digital Business Card')).toBeVisible()
    await page.goto('/testimonials')
    await page.getByRole('region', { name: 'From our customers' }).scrollIntoViewIfNeeded()
    await expect.poll(() => getCachedPaths(page)).toContain('/testimonials')
    await page.goto('/admin/login')
    await expect(title(page, /./)).toBeVisible()
    await open(page, '/terms-and-conditions')
    await expect.poll(() => getCachedPaths(page)).toContain('/terms-and-conditions')
    expect(
      (await getCachedPaths(page)).filter((path) => /^\/(admin|rest|auth|functions|api|__mail)/.test(path)),
    ).toEqual([])
  })

  test('a published picture shows offline until it is deleted on the server', async ({
    page,
    context,
    request,
    owner,
  }) => {
    const { bytes } = await drawPicture()
    // The browser otherwise reuses the picture for an hour.
    const name = await owner.upload(bytes, { cacheControl: 'max-age=0' })
    const shown = `/storage/v1/object/public/site-media/${name}`
    const isDrawn = () =>
      page.evaluate(async (src) => {
        const image = new Image()
        image.src = src
        return image.decode().then(
          () => true,
          () => false,
        )
      }, shown)
    await open(page, '/')
    await page.mouse.move(200, 200, { steps: 2 })
    await expect.poll(() => getCachedPaths(page)).toContain('/')
    expect(await isDrawn()).toBe(true)
    await expect.poll(() => getCachedPaths(page)).toContain(shown)
    await context.setOffline(true)
    await page.reload()
    expect(await isDrawn()).toBe(true)
    await context.setOffline(false)
    await asServer(request, 'DELETE', '/storage/v1/object/site-media', { prefixes: [name] })
    await page.reload()
    expect(await isDrawn()).toBe(false)
    await expect.poll(() => getCachedPaths(page)).not.toContain(shown)
  })
})
