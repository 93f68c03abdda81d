import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { featuredTestimonials } from '@/content/featured-testimonials'
import heroImages from '@/content/hero/images.json'
import { latestProjects } from '@/published/latest-projects'
import { invalidateSite } from '@/published/revalidate'
import { openOrigin } from '../support/dom'
import { renderSite } from '../support/render-site'
import { PIXEL, savedFile, saveList } from '../support/saved-media'
import { serverUrl, sql } from '../support/test-server'

const nameOf = (letter: string) => `${letter.repeat(64)}.webp`
const urlOf = (letter: string) => `/storage/v1/object/public/site-media/${nameOf(letter)}`

const hero = () => screen.getByRole('region', { name: 'Pictures of our work' })
const latest = () => within(document.getElementById('projects') as HTMLElement)
const shownImages = () => [...hero().querySelectorAll('img')].map((image) => image.getAttribute('src'))
const shown = () =>
  latest()
    .getAllByRole('listitem')
    .map((item) => item.textContent)
const [first, second] = latestProjects.map(({ title, location }) => title + location)

/** Answers the revalidation and waits until the page has taken it. */
const openWithAnswer = async (answer: typeof fetch) => {
  const send = globalThis.fetch
  let isAnswered = false
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    if (!String(input).includes('/rest/v1/rpc/site')) return send(input, init)
    setTimeout(() => {
      isAnswered = true
    }, 100)
    return answer(input, init)
  })
  const site = await renderSite('/')
  await waitFor(() => expect(isAnswered).toBe(true))
  return site
}
// Other tests must not see these publications.
beforeAll(async () => {
  // A late response would count for the next test.
  await Promise.all([import('@/published/fetch-site'), import('@/published/parse-site')])
  await sql('insert into publications default values', [], 'untouched')
  const names = ['a', 'b', 'c', 'd', 'f'].map(nameOf)
  const stored = `insert into storage.objects (bucket_id, name) select 'site-media', unnest($1::text[])`
  await sql(stored, [names], 'untouched')
  for (const [place, position, letter] of [
    ['hero', 0, 'a'],
    ['hero', 1, 'b'],
    ['latest', 0, 'c'],
    ['latest', 1, 'd'],
  ] as const)
    await sql(
      `insert into publication_items (publication_id, place, position, kind, alt, width, height, files, widths, placeholder)
       values ((select max(id) from publications), $1, $2, 'image', $3, 1280, 960, array[$4, $5], array[640, 1280], '#d6d0c8')`,
      [place, position, `Published ${letter}`, nameOf(letter), nameOf('f')],
      'untouched',
    )
})
beforeEach(async () => {
  openOrigin(await serverUrl('untouched'))
  // The list is below the fold.
  vi.spyOn(HTMLUListElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 3_000, 1_000, 500))
})
afterEach(() => localStorage.clear())

// Runs first, because published data stays for later pages.
it.each([
  ['the backend cannot be reached', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['the backend returns an error', async () => new Response('{}', { status: 503 })],
  ['the response is invalid', async () => Response.json({ changed: 1, publication: [], portfolio: [], review: null })],
])('shows the built-in pictures when %s', async (_, answer) => {
  await openWithAnswer(answer)
  expect(shownImages()).toContain(heroImages[0]?.src)
  const targets = within(latest().getByRole('list'))
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'))
  expect(targets).toEqual(latestProjects.map(({ id }) => `/project/${id}`))
  expect(targets).toHaveLength(4)
})

describe('published media', () => {
  it('published pictures replace the built-in ones, with responsive sizes and descriptions', async () => {
    await renderSite('/')
    expect(hero().querySelector('img')).toHaveAttribute('src', heroImages[0]?.src)
    const picture = await within(hero()).findByRole('img', { name: 'Published a' })
    expect(picture).toHaveAttribute('srcset', `${urlOf('a')} 640w, ${urlOf('f')} 1280w`)
    expect(picture).toHaveAttribute('width', '1280')
    expect(picture).toHaveStyle({ backgroundColor: '#d6d0c8' })
    expect(shown()).toEqual(['Published c', 'Published d', first, second])

    // It shows immediately on a second visit.
    cleanup()
    await renderSite('/')
    expect(shown()).toEqual(['Published c', 'Published d', first, second])
  })

  it('drafts in this browser take precedence over published pictures, slot by slot', async () => {
    saveList('heroSlides', [{ type: 'image', src: PIXEL }])
    await renderSite('/')
    await waitFor(() => expect(shown()).toEqual(['Published c', 'Published d', first, second]))
    await waitFor(() => expect(shownImages()).toEqual([PIXEL]))
  })

  it("shows this browser's images instead of published ones, filled up to four with projects", async () => {
    for (const [count, linked] of [
      [1, 3],
      [6, 0],
    ] as const) {
      saveList(
        'projectImages',
        Array.from({ length: count }, (_, index) => savedFile(index, `Saved ${index}`)),
      )
      await renderSite('/')
      await waitFor(() => expect(latest().getByRole('img', { name: 'Saved 0' })).toBeVisible())
      const list = within(latest().getByRole('list'))
      expect(list.getAllByRole('listitem')).toHaveLength(4)
      expect(list.queryAllByRole('link')).toHaveLength(linked)
      cleanup()
    }
  })

  it('revalidates published pictures and reviews when the administrator leaves the admin area', async () => {
    const quoted = async (text: string) =>
      within(await screen.findByRole('region', { name: 'What our customers say' })).findByText(text)
    const { router } = await renderSite('/')
    const lookAgain = async () => {
      await act(() => router.navigate('/admin/login'))
      await waitFor(() => expect(screen.queryByRole('region', { name: 'What our customers say' })).toBeNull())
      await act(() => router.navigate('/'))
    }
    const [review] = await sql<{ id: string }>(
      `insert into reviews (name, location, text, rating, email, status)
       values ('Ann', 'Bow', 'Bone dry since March.', 5, 'ann@example.com', 'approved') returning id`,
      [],
      'untouched',
    )
    await sql(`update publication_items set alt = 'Changed c' where alt = 'Published c'`, [], 'untouched')
    await lookAgain()
    expect(await quoted('Bone dry since March.')).toBeVisible()
    await waitFor(() => expect(shown()[0]).toBe('Changed c'))
    await sql(`update reviews set status = 'rejected' where id = $1`, [review?.id], 'untouched')
    await sql(`update publication_items set alt = 'Published c' where alt = 'Changed c'`, [], 'untouched')
    await lookAgain()
    expect(await quoted(featuredTestimonials[0].text)).toBeVisible()
    expect(await quoted('Sample testimonial')).toBeVisible()
    expect(await quoted('Read all testimonials')).toHaveAttribute('href', '/testimonials')
    await waitFor(() => expect(shown()[0]).toBe('Published c'))
  })

  it('applies fresh content only after a pending navigation has rendered', async () => {
    await sql(`update publication_items set alt = 'Changed d' where alt = 'Published d'`, [], 'untouched')
    invalidateSite()
    // The router leaves this state before rendering its newest location.
    window.history.replaceState({ key: 'on its way' }, '')
    const { router } = await openWithAnswer(globalThis.fetch)
    expect(shown()[1]).toBe('Published d')
    window.history.replaceState(null, '')
    await act(() => router.navigate('/#services'))
    await waitFor(() => expect(shown()[1]).toBe('Changed d'))
  })
})
