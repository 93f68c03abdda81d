import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import heroImages from '@/content/hero/images.json'
import { renderSite, stayAsBuilt } from '../support/render-site'
import { PIXEL, savedFile, saveList } from '../support/saved-media'

const hero = () => screen.getByRole('region', { name: 'Pictures of our work' })
const shownImages = () => [...hero().querySelectorAll('img')].map((image) => image.getAttribute('src'))
const latest = () => within(document.getElementById('projects') as HTMLElement)
const latestNames = () =>
  latest()
    .getAllByRole('img')
    .map((image) => image.getAttribute('alt'))
const saved = (count: number, url = PIXEL) =>
  Array.from({ length: count }, (_, index) => savedFile(index, `Saved ${index + 1}`, index === 0 ? url : PIXEL))
const save = (lists: { heroSlides?: unknown; projectImages?: unknown }) => {
  for (const [key, list] of Object.entries(lists)) saveList(key, list)
}

beforeEach(stayAsBuilt)
afterEach(() => localStorage.clear())

it('shows saved slides and the first four saved images on the homepage', async () => {
  const video = { type: 'video', src: 'data:video/webm;base64,AA', poster: PIXEL }
  save({ heroSlides: [video, { type: 'image', src: PIXEL }], projectImages: saved(6) })
  await renderSite('/')
  const shown = await waitFor(() => {
    const element = hero().querySelector('video')
    expect(element).toHaveAttribute('src', expect.stringMatching(/^blob:/))
    return element
  })
  expect(shown).toHaveAttribute('poster', PIXEL)
  expect(shown?.muted).toBe(true)
  expect(shown?.loop).toBe(true)
  expect(await screen.findAllByRole('button', { name: /^Show picture/ })).toHaveLength(2)
  expect(latestNames()).toEqual(['Saved 1', 'Saved 2', 'Saved 3', 'Saved 4'])
})

it('shows a built-in slide in all sizes, even if saved by an earlier build', async () => {
  const old = heroImages[2]?.src.replace(/-[0-9a-f]{8}-/, '-00000000-')
  save({ heroSlides: [{ type: 'image', src: old }] })
  await renderSite('/')
  expect(shownImages()).toEqual([heroImages[2]?.src])
  expect(hero().querySelector('source[type="image/avif"]')).not.toBeNull()
})

it('skips unreadable saved slides and images, sets them aside and reports them', async () => {
  localStorage.setItem('heroSlides', '{')
  save({ projectImages: [{}, ...saved(2)] })
  await renderSite('/')
  expect(await screen.findByText('Error loading saved hero slides')).toBeInTheDocument()
  expect(await screen.findByText('Error loading saved project images')).toBeInTheDocument()
  expect(await screen.findAllByRole('button', { name: /^Show picture/ })).toHaveLength(4)
  expect(localStorage.getItem('heroSlides.corrupt')).toBe('{')
  expect(latestNames().slice(0, 2)).toEqual(['Saved 1', 'Saved 2'])
  expect(localStorage.getItem('projectImages.corrupt')).toBe('[{}]')
})

it('replaces missing files on the homepage, and follows changes from another tab', async () => {
  save({ heroSlides: [{ type: 'video', src: 'idb:gone' }], projectImages: saved(6, 'idb:gone') })
  await renderSite('/')
  await waitFor(() => expect(shownImages()[0]).toBe(heroImages[0]?.src))
  await waitFor(() => expect(latestNames()).toEqual(['Saved 2', 'Saved 3', 'Saved 4', 'Saved 5']))
  save({ projectImages: saved(1) })
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'projectImages' })))
  expect(await latest().findByRole('img', { name: 'Saved 1' })).toBeInTheDocument()
})

it('shows the first slide when the visible last slide fails to load', async () => {
  save({ heroSlides: [1, 2].map((number) => ({ type: 'image', src: `${PIXEL}#${number}` })) })
  const { user } = await renderSite('/')
  await user.click(await screen.findByRole('button', { name: 'Show picture 2 of 2' }))
  const shown = () => hero().querySelector('[aria-hidden=false] img')
  expect(shown()).toHaveAttribute('src', `${PIXEL}#2`)
  fireEvent.error(shown() as Element)
  await waitFor(() => expect(shown()).toHaveAttribute('src', `${PIXEL}#1`))
})

it('shows the poster and a pause button for a single video without its file', async () => {
  save({ heroSlides: [{ type: 'video', src: 'idb:gone', poster: PIXEL }] })
  await renderSite('/')
  expect(hero().querySelector('video')).toHaveAttribute('poster', PIXEL)
  expect(hero().querySelector('video')).not.toHaveAttribute('src')
  expect(await within(hero()).findByRole('button', { name: /slideshow$/ })).toBeInTheDocument()
  expect(within(hero()).getAllByRole('button')).toHaveLength(1)
})
