import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import gallery from '@/content/gallery/images.json'
import { renderSite, stayAsBuilt } from '../support/render-site'

const last = gallery.length
const imageAt = (number: number) => {
  const image = gallery[number - 1]
  if (!image) throw new Error(`There is no image ${number}`)
  return image
}
const card = (number: number) => screen.getByText(imageAt(number).description).closest('a') as HTMLElement
const dialog = () => screen.findByRole('dialog', { name: 'Project Details' })
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
const press = (name: string) => within(screen.getByRole('dialog')).getByRole('button', { name })

const expectImage = async (number: number, of = last) => {
  const box = within(await dialog())
  await waitFor(() => expect(box.getByText(`${number} / ${of}`)).toBeInTheDocument())
  expect(box.getByText(`Photo ${number} of ${of}`).closest('[aria-live]')).toHaveAttribute('aria-live', 'polite')
}

beforeEach(() => {
  stayAsBuilt()
  // happy-dom reports a replaced animation as an error.
  window.happyDOM.settings.device.prefersReducedMotion = 'reduce'
})

it('the lightbox keeps one history entry while browsing, and goes back once on closing', async () => {
  const { router, user } = await renderSite('/')
  await act(() => router.navigate('/projects'))
  await user.click(card(5))
  await expectImage(5)
  expect(await dialog()).toHaveAccessibleDescription(imageAt(5).description)
  expect(within(await dialog()).getByRole('img', { name: imageAt(5).alt })).toBeInTheDocument()
  expect(await dialog()).toContainElement(document.activeElement as HTMLElement)
  expect(router.state).toMatchObject({ historyAction: 'PUSH', preventScrollReset: true })
  expect(router.state.location.search).toBe('?photo=5')

  await user.keyboard('{ArrowRight}')
  await expectImage(6)
  expect(await dialog()).toHaveAccessibleDescription(imageAt(6).description)
  await waitFor(() => expect(router.state.location.search).toBe('?photo=6'))
  expect(router.state.historyAction).toBe('REPLACE')

  await user.click(press('Close'))
  await isClosed()
  expect(router.state.historyAction).toBe('POP')
  expect(router.state.location.search).toBe('')
  await waitFor(() => expect(card(6)).toHaveFocus())

  await act(() => router.navigate(1))
  await expectImage(6)
  const box = await dialog()
  const close = press('Close')
  act(() => {
    fireEvent.keyDown(box, { key: 'Escape' })
    fireEvent.click(close)
  })
  await isClosed()
  expect(router.state.location.pathname, 'closed twice at once').toBe('/projects')
  await act(() => router.navigate(-1))
  expect(router.state.location.pathname).toBe('/')
})

it('the lightbox stays closed if a visitor goes back before the browser is idle', async () => {
  const { router, user } = await renderSite('/')
  await act(() => router.navigate('/projects'))
  await user.click(card(5))
  await expectImage(5)
  const waiting: (() => void)[] = []
  vi.stubGlobal('requestIdleCallback', (run: () => void) => waiting.push(run))
  await user.keyboard('{ArrowRight}')
  await expectImage(6)
  await act(() => router.navigate(-1))
  await isClosed()
  vi.unstubAllGlobals()
  await act(async () => {
    for (const run of waiting) run()
  })
  expect(waiting.length).toBeGreaterThan(0)
  expect(router.state.location.search).toBe('')
})

it('the lightbox wraps around at both ends, with adjacent photos preloaded but inert', async () => {
  const { user } = await renderSite('/projects')
  card(1).focus()
  await user.keyboard('{Enter}')
  await expectImage(1)
  const images = () => [...screen.getByRole('dialog').querySelectorAll('img')]
  await waitFor(() => expect(images()).toHaveLength(3))
  expect(images().map((image) => image.alt)).toEqual(
    expect.arrayContaining([1, 2, last].map((number) => imageAt(number).alt)),
  )
  for (const image of images()) expect(Boolean(image.closest('[inert]'))).toBe(image.alt !== imageAt(1).alt)

  for (const [move, number] of [
    [() => user.click(press('Previous photo')), last],
    [() => user.click(press('Next photo')), 1],
    [() => user.keyboard('{ArrowLeft}'), last],
    [() => user.keyboard('{ArrowRight}'), 1],
    [() => user.keyboard('{End}'), last],
    [() => user.keyboard('{Home}'), 1],
  ] as const) {
    await move()
    await expectImage(number)
  }
})

it('the space bar opens the lightbox, but a click with a modifier follows the link', async () => {
  const { user } = await renderSite('/projects')
  expect(card(1)).toHaveAttribute('href', `${imageAt(1).base}-1280.webp`)
  expect(fireEvent.click(card(1), { ctrlKey: true })).toBe(true)
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  card(2).focus()
  await user.keyboard(' ')
  await expectImage(2)
  await user.keyboard('{Escape}')
  await isClosed()
  expect(fireEvent.click(card(1))).toBe(false)
  await dialog()
})

it('the lightbox opens from a URL, and removes a closed or missing photo from it', async () => {
  const { router, user } = await renderSite('/projects?ref=mail&photo=13')
  await expectImage(13)
  expect(router.state.location.search).toBe('?ref=mail&photo=13')
  await user.keyboard('{ArrowRight}{Escape}')
  await isClosed()
  expect(router.state.location).toMatchObject({ pathname: '/projects', search: '?ref=mail' })
  await waitFor(() => expect(card(1)).toHaveFocus())

  for (const value of ['0', `${last + 1}`, 'four', '01', '']) {
    await act(() => router.navigate(`/projects?ref=mail&photo=${value}`))
    await waitFor(() => expect(router.state.location.search, value).toBe('?ref=mail'))
    expect(router.state.historyAction).toBe('REPLACE')
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  }

  await act(() => router.navigate('/project/feltham-basement?photo=7'))
  await expectImage(7, 7)
  await user.keyboard('{ArrowRight}')
  await expectImage(1, 7)
})
