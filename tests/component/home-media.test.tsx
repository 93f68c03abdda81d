import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import heroImages from '@/content/hero/images.json'
import { renderSite } from '../support/render-site'

const PIXEL = 'data:image/gif;base64,R0lGODlhAQABAAAAACw='

const hero = () => screen.getByRole('region', { name: 'Pictures of our work' })
const shownImages = () => [...hero().querySelectorAll('img')].map((image) => image.getAttribute('src'))
const latest = () => within(document.getElementById('projects') as HTMLElement)
const saved = (count: number, url = PIXEL) =>
  JSON.stringify(
    Array.from({ length: count }, (_, index) => ({
      id: String(index),
      name: `Saved ${index + 1}`,
      url: index === 0 ? url : PIXEL,
      uploadDate: '01/02/2026',
    })),
  )

beforeEach(() => {
  vi.spyOn(console, 'info').mockImplementation(() => {})
})
afterEach(() => localStorage.clear())

describe('the hero', () => {
  it('shows a saved video with its poster, silent and on a loop, ahead of the other saved slides', async () => {
    localStorage.setItem(
      'heroSlides',
      JSON.stringify([
        { type: 'video', src: 'data:video/webm;base64,AA', poster: PIXEL },
        { type: 'image', src: PIXEL },
      ]),
    )
    await renderSite('/')
    const video = await waitFor(() => {
      const shown = hero().querySelector('video')
      expect(shown).toHaveAttribute('src', expect.stringMatching(/^blob:/))
      return shown
    })
    expect(video).toHaveAttribute('poster', PIXEL)
    expect(video?.muted).toBe(true)
    expect(video?.loop).toBe(true)
    expect(await screen.findAllByRole('button', { name: /^Show picture/ })).toHaveLength(2)
  })

  it('gives a single video a pause button, and no dots', async () => {
    localStorage.setItem('heroSlides', JSON.stringify([{ type: 'video', src: 'data:video/webm;base64,AA' }]))
    await renderSite('/')
    expect(await within(hero()).findByRole('button', { name: /the slides$/ })).toBeInTheDocument()
    expect(within(hero()).getAllByRole('button')).toHaveLength(1)
  })

  it('draws its own pictures in all their sizes when they come from the saved slides, also those of an older build', async () => {
    const old = heroImages[2]?.src.replace(/-[0-9a-f]{8}-/, '-00000000-')
    localStorage.setItem('heroSlides', JSON.stringify([{ type: 'image', src: old }]))
    await renderSite('/')
    expect(shownImages()).toEqual([heroImages[2]?.src])
    expect(hero().querySelector('source[type="image/avif"]')).not.toBeNull()
  })

  it('shows the four built-in pictures and a message when the saved slides cannot be read', async () => {
    localStorage.setItem('heroSlides', '{')
    await renderSite('/')
    expect(await screen.findByText('Error loading saved hero slides')).toBeInTheDocument()
    expect(await screen.findAllByRole('button', { name: /^Show picture/ })).toHaveLength(4)
    expect(localStorage.getItem('heroSlides.corrupt')).toBe('{')
  })

  it('shows the built-in pictures instead of a slide whose file is gone', async () => {
    localStorage.setItem('heroSlides', JSON.stringify([{ type: 'video', src: 'idb:gone' }]))
    await renderSite('/')
    await waitFor(() => expect(shownImages()[0]).toBe(heroImages[0]?.src))
  })

  it('keeps the poster of a video whose file is gone', async () => {
    localStorage.setItem('heroSlides', JSON.stringify([{ type: 'video', src: 'idb:gone', poster: PIXEL }]))
    await renderSite('/')
    expect(hero().querySelector('video')).toHaveAttribute('poster', PIXEL)
    expect(hero().querySelector('video')).not.toHaveAttribute('src')
  })
})

describe('the latest projects', () => {
  it('are the first four saved images, with their names for people who cannot see them', async () => {
    localStorage.setItem('projectImages', saved(6))
    await renderSite('/')
    expect(
      latest()
        .getAllByRole('img')
        .map((image) => image.getAttribute('alt')),
    ).toEqual(['Saved 1', 'Saved 2', 'Saved 3', 'Saved 4'])
  })

  it('leave out an image whose file is gone and let the next one move up', async () => {
    localStorage.setItem('projectImages', saved(6, 'idb:gone'))
    await renderSite('/')
    expect(await latest().findByRole('img', { name: 'Saved 5' })).toBeInTheDocument()
    expect(latest().queryByRole('img', { name: 'Saved 1' })).toBeNull()
  })

  it('are built in when the saved images cannot be read, which is reported', async () => {
    localStorage.setItem('projectImages', '[{}]')
    await renderSite('/')
    expect(await screen.findByText('Error loading saved project images')).toBeInTheDocument()
    expect(within(latest().getByRole('list')).getAllByRole('link')).toHaveLength(4)
  })

  it('leave out one that cannot be read, which is reported', async () => {
    localStorage.setItem('projectImages', JSON.stringify([{}, ...JSON.parse(saved(2))]))
    await renderSite('/')
    expect(await screen.findByText('Error loading saved project images')).toBeInTheDocument()
    expect(latest().getAllByRole('img')).toHaveLength(2)
    expect(localStorage.getItem('projectImages.corrupt')).toBe('[{}]')
  })

  it('follow what another tab saves', async () => {
    await renderSite('/')
    localStorage.setItem('projectImages', saved(1))
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'projectImages' })))
    expect(await latest().findByRole('img', { name: 'Saved 1' })).toBeInTheDocument()
  })
})
