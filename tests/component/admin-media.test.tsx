import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import heroImages from '@/content/hero/images.json'
import type { HeroSlide, SavedFile } from '@/domain/media'
import { forgetBrowser } from '../support/admin-users'
import { makeWholeFiles } from '../support/media-fixtures'
import { renderSite } from '../support/render-site'
import { PIXEL, savedFile, saveList } from '../support/saved-media'
import { captureDownloads } from './admin-support'

const MB = 1024 * 1024

const records = (...names: string[]) => names.map((name, index) => savedFile(index + 1, name))
const stored = <T,>(key: string): T => JSON.parse(localStorage.getItem(key) ?? 'null')
const storedNames = (key: string) => stored<SavedFile[]>(key).map(({ name }) => name)

const file = (name: string, type: string, bytes: number) => new File([new Uint8Array(bytes)], name, { type })

const made = await makeWholeFiles()
const madeFile = (name: string, type: string, bytes: Uint8Array) => new File([Uint8Array.from(bytes)], name, { type })
const cut = (bytes: Uint8Array) => bytes.subarray(0, bytes.length / 3)
const INCOMPLETE = 'This file is incomplete. Choose the original file again.'
const NOT_PUBLISHABLE =
  /^Not all browsers can play this type of video, so it can’t be published\. Convert it to MP4 or WebM/

const openMedia = async (tab: 'videos' | 'images') => {
  await renderSite(`/admin/dashboard?section=media&tab=${tab}`)
  const input = await screen.findByLabelText<HTMLInputElement>(tab === 'videos' ? 'Select video' : 'Select images')
  // With "All files" or by dropping, people can choose any type.
  return { user: userEvent.setup({ applyAccept: false }), input }
}

beforeEach(() => localStorage.setItem('adminAuth', 'true'))
afterEach(forgetBrowser)

it('the media page opens on videos and explains that media stay in this browser', async () => {
  const { router, user } = await renderSite('/admin/dashboard?section=media')
  expect(await screen.findByRole('tab', { name: 'Video Management' })).toHaveAttribute('aria-selected', 'true')
  expect(screen.getByText('No videos yet')).toBeVisible()
  const storage = await screen.findByRole('region', { name: 'Storage' })
  expect(storage).toHaveTextContent('saved in this browser and appear on the homepage only here')
  expect(storage).toHaveTextContent('This browser can’t store large files here')
  await user.click(screen.getByRole('tab', { name: 'Project Images' }))
  expect(await screen.findByText('No project images yet')).toBeVisible()
  expect(router.state.location.search).toBe('?section=media&tab=images')
})

it('rejects a missing, unsupported, empty or oversized video with a reason at the field', async () => {
  const { user, input } = await openMedia('videos')
  await user.click(screen.getByRole('button', { name: 'Upload Video' }))
  expect(screen.getByRole('alert')).toHaveTextContent('Please select a file to upload')
  for (const [name, type, bytes, text] of [
    ['notes.txt', 'text/plain', 10, 'Please select a valid video file'],
    ['film.ogg', 'audio/ogg', 10, 'Most browsers no longer play Ogg video. Convert it to MP4 or WebM.'],
    ['empty.mp4', 'video/mp4', 0, 'This file is empty.'],
    ['long.mp4', 'video/mp4', 51 * MB, 'File size exceeds 50MB limit'],
  ] as const) {
    await user.upload(input, file(name, type, bytes))
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(text))
    expect(input).toHaveAccessibleDescription(new RegExp(text))
    expect(screen.queryByText('not uploaded yet', { exact: false })).toBeNull()
  }
  await user.click(screen.getByRole('button', { name: 'Upload Video' }))
  expect(screen.getByRole('alert')).toHaveTextContent(/^Please select a file to upload$/)
  expect(localStorage.getItem('adminVideos')).toBeNull()
})

it("recognises a video by its bytes, and warns if it's incomplete or can't be published", async () => {
  const { user, input } = await openMedia('videos')
  for (const [index, [name, type, bytes, warning]] of (
    [
      ['CLIP.MOV', '', made.mov, NOT_PUBLISHABLE],
      ['clip.webm', 'video/webm', made.mkv, NOT_PUBLISHABLE],
      ['clip.mkv', 'video/x-matroska', made.mkv, NOT_PUBLISHABLE],
      ['cut.mp4', 'video/mp4', cut(made.mp4), INCOMPLETE],
    ] as const
  ).entries()) {
    await user.upload(input, madeFile(name, type, bytes))
    expect(await screen.findByText(warning)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Upload Video' }))
    await screen.findByRole('heading', { name: `Saved videos (${index + 1})` })
    const urls = stored<SavedFile[]>('adminVideos').map(({ url }) => /^data:([^;]+);base64,/.exec(url)?.[1])
    const types = ['video/quicktime', 'video/x-matroska', 'video/x-matroska', 'video/mp4']
    expect(urls.toSorted()).toEqual(types.slice(0, index + 1).toSorted())
  }
  await user.upload(input, madeFile('clip.dat', '', made.webm))
  expect(await screen.findByText(/not uploaded yet/)).toBeVisible()
  expect(screen.queryByText(INCOMPLETE)).toBeNull()
  expect(screen.queryByText(NOT_PUBLISHABLE)).toBeNull()
  await user.upload(input, madeFile('photo.mp4', 'video/mp4', made.jpeg))
  expect(await screen.findByRole('alert')).toHaveTextContent('Please select a valid video file')
})

it.each([
  ['videos', 'adminVideos', '[{"id":', 'Error loading saved videos'],
  ['images', 'projectImages', '{"not":"a list"}', 'Error loading saved project images'],
] as const)('unreadable saved %s are reported, and their data is set aside', async (tab, key, text, message) => {
  localStorage.setItem(key, text)
  await openMedia(tab)
  expect(await screen.findByText(message)).toBeVisible()
  expect(screen.getByText(new RegExp(`set aside as “${key}.corrupt”`))).toBeVisible()
  expect(localStorage.getItem(`${key}.corrupt`)).toBe(text)
})

describe('saved videos', () => {
  const slide: HeroSlide = { type: 'video', src: savedFile(2, '').url, poster: PIXEL }
  const earlier = heroImages.map(({ src }) => ({ type: 'image', src: src.replace(/-[0-9a-f]{8}-/, '-0badcafe-') }))

  it('deletes a saved video from the list and the homepage, and undo restores both', async () => {
    saveList('adminVideos', records('walk.webm', 'dig.webm'))
    saveList('heroSlides', [slide, { type: 'image', src: '/x.jpg' }])
    const { user } = await openMedia('videos')
    const [walk, dig] = within(screen.getByRole('region', { name: 'Saved videos (2)' })).getAllByRole('listitem')
    expect(walk).toHaveTextContent('walk.webmUploaded 01/02/2026')
    expect(walk).not.toHaveTextContent('Showing as hero')
    expect(dig).toHaveTextContent('Showing as hero')

    await user.click(screen.getByRole('button', { name: 'Delete dig.webm' }))
    expect(await screen.findByText('Video deleted successfully')).toBeVisible()
    expect(screen.getByText('It’s also been removed from the top of the homepage.')).toBeVisible()
    expect(storedNames('adminVideos')).toEqual(['walk.webm'])
    expect(stored('heroSlides')).toEqual([{ type: 'image', src: '/x.jpg' }])
    await waitFor(() => expect(screen.getByRole('button', { name: 'Delete walk.webm' })).toHaveFocus())
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(storedNames('adminVideos')).toEqual(['walk.webm', 'dig.webm'])
    expect(stored<HeroSlide[]>('heroSlides')[0]).toEqual(slide)
  })

  it.each([
    ['no other slide is saved', []],
    ['the other slides come from an earlier build', earlier],
  ])('restores the built-in slides when the hero video is removed and %s', async (_, others) => {
    saveList('adminVideos', records('walk.webm', 'dig.webm'))
    saveList('heroSlides', [slide, ...others])
    const { user } = await openMedia('videos')
    await user.click(screen.getByRole('button', { name: 'Remove from Hero dig.webm' }))
    expect(await screen.findByText('Video removed from the homepage')).toBeVisible()
    expect(localStorage.getItem('heroSlides')).toBeNull()
  })

  it('offers to save or discard unreadable hero slides that the homepage set aside', async () => {
    localStorage.setItem('heroSlides.corrupt', '[{"type":')
    localStorage.setItem('adminVideos', JSON.stringify([{ id: 7 }, savedFile(1, 'walk.webm')]))
    const { user } = await openMedia('videos')
    expect(await screen.findByText('walk.webm')).toBeVisible()
    expect(screen.getByText(/set aside as “adminVideos.corrupt”/)).toBeVisible()
    const note = screen.getByText(/set aside as “heroSlides.corrupt”/).closest('div')
    if (!note) throw new Error('There is no note')
    const files = captureDownloads()
    await user.click(within(note).getByRole('button', { name: 'Save as a file' }))
    expect(await files[0]?.blob.text()).toBe('[{"type":')

    await user.click(within(note).getByRole('button', { name: 'Discard' }))
    const dialog = await screen.findByRole('alertdialog', { name: 'Discard the unreadable data?' })
    await user.click(within(dialog).getByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(screen.queryByText(/“heroSlides.corrupt”/)).toBeNull())
    expect(localStorage.getItem('heroSlides.corrupt')).toBeNull()
    expect(localStorage.getItem('adminVideos.corrupt')).toBe('[{"id":7}]')
    await waitFor(() => expect(screen.getByRole('tabpanel')).toContainElement(document.activeElement as HTMLElement))
  })

  it('a saved video whose file is missing cannot be played or set as hero', async () => {
    saveList('adminVideos', [{ ...savedFile(1, 'gone.webm'), url: 'idb:gone' }])
    const { user } = await openMedia('videos')
    expect(await screen.findByText('This file is no longer in this browser.')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Preview gone.webm' }))
    expect(await screen.findByText('Error playing video')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Set as Hero gone.webm' }))
    expect(await screen.findByText('Failed to set video as hero. Please try again.')).toBeVisible()
    expect(localStorage.getItem('heroSlides')).toBeNull()
  })
})

describe('choosing images', () => {
  it('warns about an incomplete image when it is chosen and when it becomes the hero', async () => {
    const { user, input } = await openMedia('images')
    await user.upload(input, [
      madeFile('cut.jpg', 'image/jpeg', cut(made.jpeg)),
      madeFile('PXL_2.MP', '', made.motionPhoto),
      madeFile('film.jpg', 'image/jpeg', made.mp4),
    ])
    const rows = within(await screen.findByRole('list', { name: 'Selected images' })).getAllByRole('listitem')
    const says = [INCOMPLETE, 'PXL_2.MP', 'Please select a valid image file']
    for (const [index, text] of says.entries()) expect(rows[index]).toHaveTextContent(text)
    expect(screen.getAllByText(INCOMPLETE)).toHaveLength(1)
    await user.click(screen.getByRole('button', { name: 'Upload 2 Images' }))
    await user.click(await screen.findByRole('button', { name: 'Set as Hero cut.jpg' }))
    expect(await screen.findByText(/^cut\.jpg is incomplete\. Choose the original/)).toBeVisible()
    expect(stored<HeroSlide[]>('heroSlides')[0]?.type).toBe('image')
    expect(stored<SavedFile[]>('projectImages')[1]?.url).toMatch(/^data:image\/jpeg;/)
  })

  const manyRecords = (count: number) => records(...Array.from({ length: count }, (_, index) => `${index}.jpg`))

  it('rejects an unsupported, empty or oversized image with a reason, and releases its preview', async () => {
    const made = vi.spyOn(URL, 'createObjectURL')
    const released = vi.spyOn(URL, 'revokeObjectURL')
    const { user, input } = await openMedia('images')
    for (const [name, type, bytes, text] of [
      ['notes.txt', 'text/plain', 10, 'Please select a valid image file'],
      ['empty.png', 'image/png', 0, 'This file is empty.'],
      ['large.jpg', 'image/jpeg', 5 * MB + 1, 'File size exceeds 5MB limit'],
    ] as const) {
      await user.upload(input, file(name, type, bytes))
      await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(text))
    }
    await user.click(screen.getByRole('button', { name: 'Upload Image' }))
    expect(await screen.findByText('Please select an image to upload')).toBeVisible()
    expect(localStorage.getItem('projectImages')).toBeNull()
    await user.upload(input, [file('a.png', 'image/png', 10), file('b.png', 'image/png', 10)])
    expect(await screen.findByRole('button', { name: 'Upload 2 Images' })).toBeEnabled()
    expect(screen.queryByText('large.jpg')).toBeNull()
    const previews = screen.getByRole('list', { name: 'Selected images' }).querySelectorAll('img')
    expect(previews).toHaveLength(2)
    const kept = () =>
      made.mock.results.flatMap(({ value: url }) => (released.mock.calls.flat().includes(url) ? [] : url))
    await waitFor(() => expect(kept()).toEqual([...previews].map(({ src }) => src)))
  })

  it('blocks the upload above twenty images until one is removed from the selection', async () => {
    saveList('projectImages', manyRecords(19))
    const { user, input } = await openMedia('images')
    await user.upload(input, [file('a.png', 'image/png', 10), file('b.png', 'image/png', 10)])
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'You can save 1 more, but you selected 2. You can save up to 20 project images',
    )
    expect(screen.getByRole('button', { name: 'Upload 2 Images' })).toBeDisabled()
    await user.click(screen.getByRole('button', { name: 'Remove a.png from the selection' }))
    expect(screen.queryByText('a.png')).toBeNull()
    expect(screen.getByText('b.png')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Upload Image' })).toBeEnabled()
  })
})

describe('saved images', () => {
  const shown = () =>
    within(screen.getByRole('region', { name: /^Saved images/ }))
      .getAllByRole('listitem')
      .map((card) => card.textContent?.includes('Showing on homepage'))

  it('announces the new position when a saved image is moved, and keeps the focus', async () => {
    saveList('projectImages', records('a', 'b', 'c', 'd', 'e'))
    const { user } = await openMedia('images')
    expect(shown()).toEqual([true, true, true, true, false])
    await user.click(screen.getByRole('button', { name: 'Move e earlier' }))
    expect(storedNames('projectImages')).toEqual(['a', 'b', 'c', 'e', 'd'])
    expect(screen.getByText('e is now at position 4 of 5, showing on homepage')).toBeInTheDocument()
    expect(await screen.findByText('Project images updated')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Move e earlier' })).toHaveFocus()
    const { projectImages } = await import('@/storage/media-keys')
    vi.spyOn(projectImages, 'write').mockReturnValue('full')
    await user.click(screen.getByRole('button', { name: 'Move e later' }))
    expect(await screen.findByText('Nothing was changed. Your browser blocked it.')).toBeVisible()
    expect(screen.getByText('e is still at position 4 of 5, showing on homepage')).toBeInTheDocument()
    expect(storedNames('projectImages')).toEqual(['a', 'b', 'c', 'e', 'd'])
    expect(screen.getByRole('button', { name: 'Move e later' })).toHaveFocus()
  })

  it('renames, deletes and restores a saved image from an earlier version of the site', async () => {
    const elsewhere = 'https://pictures.example/a.jpg'
    const [a, b, c] = records('a', 'b', 'c')
    saveList('projectImages', [a, { ...b, id: 2, url: elsewhere }, c])
    const { user } = await openMedia('images')
    fireEvent.error(screen.getByRole('img', { name: 'b' }))
    expect(screen.getByText(/^This file is hosted at pictures\.example.*upload it here\.$/)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Rename b' }))
    await user.keyboard('A courtyard in Camden{Enter}')
    const renamed = [a, { ...b, name: 'A courtyard in Camden', url: elsewhere }, c]
    expect(stored('projectImages')).toEqual(renamed)
    expect(localStorage.getItem('projectImages.corrupt')).toBeNull()
    expect(await screen.findByText('Project images updated')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Rename A courtyard in Camden' })).toHaveFocus()

    await user.click(screen.getByRole('button', { name: 'Delete A courtyard in Camden' }))
    expect(await screen.findByText('Image deleted successfully')).toBeVisible()
    expect(storedNames('projectImages')).toEqual(['a', 'c'])
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(stored('projectImages')).toEqual(renamed)
  })

  it('undo does not exceed twenty images when another tab has filled the place', async () => {
    const names = Array.from({ length: 20 }, (_, index) => `number ${index + 1}`)
    saveList('projectImages', records(...names))
    const { user } = await renderSite('/admin/dashboard?section=media&tab=images')
    expect(await screen.findByText(/^You’ve reached the limit of 20 images\. Delete one/)).toBeVisible()
    expect(screen.queryByLabelText('Select images')).toBeNull()
    await user.click(await screen.findByRole('button', { name: 'Delete number 3' }))
    const others = [...records(...names).filter(({ name }) => name !== 'number 3'), savedFile(21, 'from another tab')]
    saveList('projectImages', others)
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(await screen.findByText(/^You’ve reached the limit of 20 images, perhaps in another tab/)).toBeVisible()
    expect(stored('projectImages')).toEqual(others)
  })
})
