import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import gallery from '@/content/gallery/images.json'
import { renderSite } from '../support/render-site'

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
  // happy-dom reports an animation that another one replaces as an error.
  window.happyDOM.settings.device.prefersReducedMotion = 'reduce'
})

const openImage = async (number: number, path = '/projects') => {
  const site = await renderSite(path)
  await site.user.click(card(number))
  await expectImage(number)
  return site
}

describe('opening', () => {
  it('shows the photo of the card, its description as project details, and writes it into the URL', async () => {
    const { router } = await openImage(4)
    expect(await dialog()).toHaveAccessibleDescription(imageAt(4).description)
    expect(within(await dialog()).getByRole('img', { name: imageAt(4).alt })).toBeInTheDocument()
    expect(router.state.location.search).toBe('?photo=4')
    expect(router.state.historyAction).toBe('PUSH')
    expect(router.state.preventScrollReset).toBe(true)
  })

  it.each(['{Enter}', ' '])('works by keyboard: %j', async (key) => {
    const { user } = await renderSite('/projects')
    card(2).focus()
    await user.keyboard(key)
    await expectImage(2)
  })

  it('leaves a click with a modifier to the browser, which opens the largest file', async () => {
    await renderSite('/projects')
    expect(card(1)).toHaveAttribute('href', `${imageAt(1).base}-1280.webp`)
    expect(fireEvent.click(card(1), { ctrlKey: true })).toBe(true)
    expect(fireEvent.click(card(1))).toBe(false)
    await dialog()
  })

  it('works from the URL, and keeps the rest of the URL', async () => {
    const { router } = await renderSite('/projects?ref=mail&photo=13')
    await expectImage(13)
    expect(router.state.location.search).toBe('?ref=mail&photo=13')
  })

  it.each(['0', '14', 'four', '01', ''])('ignores ?photo=%s and takes it out of the URL', async (value) => {
    const { router } = await renderSite(`/projects?ref=mail&photo=${value}`)
    await waitFor(() => expect(router.state.location.search).toBe('?ref=mail'))
    expect(router.state.historyAction).toBe('REPLACE')
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })

  it('shows the stages of a project just so', async () => {
    const { user } = await renderSite('/project/feltham-basement?photo=7')
    await expectImage(7, 7)
    await user.keyboard('{ArrowRight}')
    await expectImage(1, 7)
  })
})

describe('moving on', () => {
  it('goes round at both ends by the buttons', async () => {
    const { user } = await openImage(1)
    await user.click(press('Previous photo'))
    await expectImage(last)
    await user.click(press('Next photo'))
    await expectImage(1)
    await user.click(press('Next photo'))
    await expectImage(2)
  })

  it('goes round by the arrow keys, and to either end by Home and End', async () => {
    const { user } = await openImage(2)
    await user.keyboard('{ArrowLeft}')
    await expectImage(1)
    await user.keyboard('{ArrowLeft}')
    await expectImage(last)
    await user.keyboard('{ArrowRight}')
    await expectImage(1)
    await user.keyboard('{End}')
    await expectImage(last)
    await user.keyboard('{Home}')
    await expectImage(1)
  })

  it('shows the new description, and keeps the URL in step without adding to the history', async () => {
    const { router, user } = await openImage(5)
    await user.keyboard('{ArrowRight}')
    await expectImage(6)
    expect(await dialog()).toHaveAccessibleDescription(imageAt(6).description)
    expect(router.state.location.search).toBe('?photo=6')
    expect(router.state.historyAction).toBe('REPLACE')
  })

  it('has the neighbours ready, out of reach of keyboard and screen reader', async () => {
    await openImage(1)
    const images = () => [...screen.getByRole('dialog').querySelectorAll('img')]
    await waitFor(() => expect(images()).toHaveLength(3))
    expect(new Set(images().map((image) => image.alt))).toEqual(
      new Set([imageAt(1).alt, imageAt(2).alt, imageAt(last).alt]),
    )
    for (const image of images()) expect(Boolean(image.closest('[inert]'))).toBe(image.alt !== imageAt(1).alt)
  })
})

describe('closing', () => {
  it('by the button leads back in the history and gives the focus to the card', async () => {
    const { router, user } = await openImage(3)
    expect(await dialog()).toContainElement(document.activeElement as HTMLElement)
    await user.click(press('Close'))
    await isClosed()
    expect(router.state.location.search).toBe('')
    expect(router.state.historyAction).toBe('POP')
    await waitFor(() => expect(card(3)).toHaveFocus())
  })

  it('gives the focus to the card of the photo that was looked at last', async () => {
    const { user } = await openImage(13)
    await user.keyboard('{ArrowRight}')
    await expectImage(1)
    await user.keyboard('{Escape}')
    await isClosed()
    await waitFor(() => expect(card(1)).toHaveFocus())
  })

  it('twice at once goes back only once', async () => {
    const { router, user } = await renderSite('/')
    await act(() => router.navigate('/projects'))
    await screen.findByRole('heading', { name: 'Our Projects' })
    await user.click(card(3))
    const box = await dialog()
    const close = press('Close')
    act(() => {
      fireEvent.keyDown(box, { key: 'Escape' })
      fireEvent.click(close)
    })
    await isClosed()
    expect(router.state.location.pathname).toBe('/projects')
  })

  it('after a deep link stays on the page, without the photo in its URL', async () => {
    const { router, user } = await renderSite('/projects?photo=4')
    await expectImage(4)
    await user.keyboard('{Escape}')
    await isClosed()
    expect(router.state.location).toMatchObject({ pathname: '/projects', search: '' })
    await waitFor(() => expect(card(4)).toHaveFocus())
  })

  it('by the back button, and forward again', async () => {
    const { router } = await openImage(2)
    await act(() => router.navigate(-1))
    await isClosed()
    await act(() => router.navigate(1))
    await expectImage(2)
  })
})
