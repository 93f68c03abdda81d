import type { Page } from 'playwright/test'
import { expect, open, test } from './support'

/** What the head of the page that is open says to people and search engines. */
const headOf = (page: Page) =>
  page.evaluate(() => {
    const all = (selector: string, name: string) =>
      [...document.querySelectorAll(selector)].map((element) => element.getAttribute(name))
    return {
      title: document.title,
      description: all('meta[name=description]', 'content'),
      robots: all('meta[name=robots]', 'content'),
      canonical: all('link[rel=canonical]', 'href'),
    }
  })

/** What only search engines and link previews read, which load every page by its URL. */
const metaTagsOf = (page: Page) =>
  page.evaluate(() => {
    const all = (selector: string, name: string) =>
      [...document.querySelectorAll(selector)].map((element) => element.getAttribute(name))
    return {
      url: all('meta[property="og:url"]', 'content'),
      cards: all('meta[name^="twitter:"]', 'name'),
      things: [...document.querySelectorAll('script[type="application/ld+json"]')].flatMap((script) =>
        JSON.parse(script.textContent)['@graph'].map((thing: { '@type': string }) => thing['@type']),
      ),
    }
  })

test('a page that is walked to has the same head as the same page opened by its URL, and tells search engines nothing of another', async ({
  page,
}) => {
  await open(page, '/project/mayfair-basement')
  const opened = await headOf(page)
  expect(opened.canonical).toHaveLength(1)
  const told = await metaTagsOf(page)
  expect(told.url).toEqual(opened.canonical)
  expect(told.things).toContain('ImageObject')

  await open(page, '/')
  expect((await metaTagsOf(page)).things).toEqual(['GeneralContractor', 'WebSite'])
  await page.getByRole('link', { name: 'View all projects' }).click()
  await page.getByRole('link', { name: /^View Project.*Mayfair/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Mayfair')
  await expect.poll(() => headOf(page)).toEqual(opened)
  expect(await metaTagsOf(page)).toEqual({ url: [], cards: [], things: [] })
})

test('approved reviews are told to machines as they are shown to people', async ({ page }) => {
  await open(page, '/testimonials')
  const section = page.getByRole('region', { name: 'From our customers' })
  await section.scrollIntoViewIfNeeded()
  // The first question to a database that has just started may take its time.
  await expect(section.getByRole('figure').first()).toBeVisible({ timeout: 20_000 })
  const told = page.locator('body > script[type="application/ld+json"]')
  await expect(told).toHaveCount(1)
  const [company] = await told.evaluateAll((scripts) =>
    scripts.flatMap((script) => JSON.parse(script.textContent ?? '')['@graph']),
  )
  expect(company['@type']).toBe('GeneralContractor')
  const authors = company.review.map((review: { author: { name: string } }) => review.author.name)
  for (const author of authors) await expect(section.getByText(author, { exact: true }).first()).toBeVisible()
  expect(authors).toHaveLength(await section.getByRole('figure').count())
  await expect(section).toContainText(`${company.aggregateRating.ratingValue.toFixed(1)} out of 5`)
  await expect(section).toContainText(`from ${company.aggregateRating.reviewCount} reviews`)
})
