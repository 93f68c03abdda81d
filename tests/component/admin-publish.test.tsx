import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '@/admin/backend/query-client'
import { formatDateTime } from '@/admin/text/format-date'
import { projectImages } from '@/storage/media-keys'
import { delayResponses, mockOffline } from '../support/admin-network'
import { forgetBrowser } from '../support/admin-users'
import { fakeFileName, storeFiles } from '../support/custom-projects'
import { expectConsole } from '../support/dom'
import { makeWholeFiles } from '../support/media-fixtures'
import { renderSite } from '../support/render-site'
import { savedFile, saveList } from '../support/saved-media'
import { sql } from '../support/test-server'
import { drawPictures, insert, reconnect, setFieldValue, signInAs } from './admin-support'

const PLACE = '/admin/dashboard?section=media&tab=publish'
const UPLOAD = /\/storage\/v1\/object\/site-media\//
const urlOf = (name: string) =>
  `data:image/gif;name=${encodeURIComponent(name)};base64,R0lGODlhAQABAAAAACwAAAAAAQABAAACADs=`

const saveImages = (...names: string[]) =>
  saveList(
    'projectImages',
    names.map((name, index) => savedFile(index, name, urlOf(name))),
  )

const openPublish = async () => {
  await signInAs()
  const site = await renderSite(PLACE)
  await screen.findByRole('heading', { name: 'Publish to the website' })
  return site
}
const region = (name: string) => within(screen.getByRole('region', { name }))
const button = () => screen.getByRole('button', { name: 'Publish' })

beforeEach(drawPictures)
afterEach(forgetBrowser)

it('disables Publish when the draft matches the live site', async () => {
  await openPublish()
  expect(screen.getByText('Your draft matches the live site.')).toBeVisible()
  expect(button()).toBeDisabled()
})

it('compares the draft with the live site, and keeps edited descriptions across tabs', async () => {
  saveImages('camden_pit.jpg', 'A courtyard in Camden')
  const { user } = await openPublish()
  expect(region('Live now').getByText(/Nothing published yet/)).toBeVisible()
  for (const name of ['The 4 built-in pictures', 'The first 4 projects'])
    expect(region('Live now').getByText(name)).toBeVisible()
  expect(await screen.findByText('Our Latest Projects: 2 pictures (was the first 4 projects)')).toBeVisible()
  expect(screen.getByLabelText('Description of A courtyard in Camden')).toHaveValue('A courtyard in Camden')
  expect(region('Your draft').getAllByText('The 4 built-in pictures')).toHaveLength(1)
  const words = () => screen.findByLabelText('Description of camden_pit.jpg')
  expect(await words()).toHaveValue('Camden pit')
  setFieldValue(await words(), 'Words of mine')
  await user.click(screen.getByRole('tab', { name: 'Project Images' }))
  await screen.findByRole('heading', { name: 'Saved images (2 of 20)' })
  await user.click(screen.getByRole('tab', { name: 'Publish' }))
  expect(await words()).toHaveValue('Words of mine')
})

it('reports incomplete files and unsupported video types in the draft', async () => {
  const data = (type: string, bytes: Uint8Array) => `data:${type};base64,${Buffer.from(bytes).toString('base64')}`
  const { jpeg, mp4, mkv } = await makeWholeFiles()
  const slide = (src: string) => ({ type: 'video', src })
  // The second file claims to be a WebM.
  saveList('heroSlides', [slide(data('video/mp4', mp4.subarray(0, -9))), slide(data('video/webm', mkv))])
  saveList('projectImages', [savedFile(1, 'cut.jpg', data('image/jpeg', jpeg.subarray(0, jpeg.length / 3)))])
  await openPublish()
  await waitFor(() => expect(screen.getAllByText(/^This file is incomplete\. Choose the original/)).toHaveLength(2))
  expect(screen.getByText(/^Not all browsers can play this type of video/)).toBeVisible()
})

it('requires a description for project pictures, but not for slides, before uploading', async () => {
  saveList('heroSlides', [{ type: 'image', src: urlOf('slide') }])
  saveImages('IMG_2041.jpg')
  const uploads = delayResponses(UPLOAD)
  const { user } = await openPublish()
  const words = await screen.findByLabelText('Description of IMG_2041.jpg')
  expect(screen.getByLabelText('Description of slide 1 (optional)')).toHaveValue('')
  await user.click(button())
  expect(words).toHaveFocus()
  expect(words).toHaveAccessibleDescription('Please describe this picture.')
  await user.type(words, '  ')
  await user.click(button())
  expect(uploads.count()).toBe(0)
  await user.type(words, 'A dry basement')
  expect(words).not.toHaveAccessibleDescription()
})

it('publishes nothing when the upload is cancelled, and asks before the page is left', async () => {
  saveImages('held.jpg')
  const first = delayResponses(UPLOAD)
  const { user, router } = await openPublish()
  const leave = async (answer: string) => {
    await user.click(screen.getByRole('tab', { name: 'Project Images' }))
    await user.click(await screen.findByRole('button', { name: answer }))
  }
  await screen.findByLabelText('Description of held.jpg')
  await user.click(button())
  expect(await screen.findByLabelText('File 1 of 3: held.jpg, 640 pixels wide')).toHaveProperty('value', 0)
  await leave('Keep uploading')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus())
  expect(router.state.location.search).toContain('tab=publish')
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  first.release()
  expect(await screen.findByText(/Nothing was published, so nothing changes for visitors/)).toBeVisible()
  expect(await screen.findByText('Cancelled: nothing was published')).toBeVisible()

  reconnect()
  const second = delayResponses(UPLOAD)
  await user.click(button())
  await screen.findByText(/^File 1 of 3/)
  await leave('Stop and leave')
  await waitFor(() => expect(router.state.location.search).toContain('tab=images'))
  second.release()
})

it('blocks publishing until files this browser cannot publish are left out', async () => {
  saveImages('photo.heic', 'Fine.jpg')
  projectImages.write([...JSON.parse(localStorage.getItem('projectImages') ?? ''), savedFile(7, 'A pool', 'gone')])
  vi.spyOn(HTMLImageElement.prototype, 'decode').mockRejectedValueOnce(new DOMException('No image', 'EncodingError'))
  const { user } = await openPublish()
  expect(await screen.findByText('2 items can’t be published. See your draft below.')).toBeVisible()
  expect(region('Your draft').getByText('This file is no longer in this browser.')).toBeVisible()
  expect(region('Your draft').getByText('photo.heic')).toBeVisible()
  expect(
    region('Your draft').getByText(/This browser can’t display it.*upload it again as JPG, PNG, GIF or WebP/),
  ).toBeVisible()
  expect(screen.getAllByRole('link', { name: 'Delete or replace it under Project Images' })).toHaveLength(2)
  expect(button()).toBeDisabled()
  await user.click(screen.getAllByRole('button', { name: 'Leave out' })[1] as HTMLElement)
  expect(button()).toBeDisabled()
  await user.click(screen.getByRole('button', { name: 'Leave out' }))
  expect(screen.getAllByRole('button', { name: 'Include' })[0]).toHaveFocus()
  expect(screen.getByText('Our Latest Projects: 1 picture (was the first 4 projects)')).toBeVisible()
  expect(button()).toBeEnabled()
})

it('shows no publications to a visitor who is not signed in', async () => {
  localStorage.setItem('adminAuth', 'true')
  await renderSite(PLACE)
  expect(await screen.findByText('Sign in as an administrator to see the publications.')).toBeVisible()
})

it('a publication requests a rebuild and stays live when the browser has no saved media', async () => {
  saveImages('kept.jpg')
  const builds = delayResponses(/functions\/v1\/rebuild/)
  const { user } = await openPublish()
  await screen.findByLabelText('Description of kept.jpg')
  await waitFor(() => expect(button()).toBeEnabled())
  const before = builds.count()
  await user.click(button())
  expect(await screen.findByText('Published.')).toBeVisible()
  expect(screen.getByText(/It’s live/)).toBeVisible()
  await waitFor(() => expect(builds.count()).toBe(before + 1))
  const calls = vi.mocked(globalThis.fetch).mock.calls.filter(([url]) => String(url).includes('/rebuild'))
  expect(calls.at(-1)?.[1]?.keepalive).toBe(true)
  builds.release()
  act(() => projectImages.remove())
  expect(region('Your draft').getByText(/^Nothing is saved in this browser/)).toBeVisible()
  expect(screen.getByText('Nothing has changed since the last publication.')).toBeVisible()
  expect(button()).toBeDisabled()
  await user.click(screen.getByRole('button', { name: 'Show the first 4 projects instead' }))
  expect(screen.getByText('Our Latest Projects: the first 4 projects (was 1 picture)')).toBeVisible()
  await user.click(button())
  await waitFor(() => {
    for (const name of ['The 4 built-in pictures', 'The first 4 projects'])
      expect(region('Live now').getByText(name)).toBeVisible()
  })
})

it('names the picture the server rejects, and publishes it after its description changes', async () => {
  expectConsole('error')
  await sql(`alter table publication_items add constraint test_words check (alt <> 'Refused words')`)
  saveImages('One.jpg', 'Two.jpg')
  const { user } = await openPublish()
  setFieldValue(await screen.findByLabelText('Description of Two.jpg'), 'Refused words')
  await user.click(button())
  const notice = await region('Changes').findByRole('group')
  expect(notice).toHaveAccessibleName(/The server rejected picture 2 of ‘Our Latest Projects’\. Change its description/)
  expect(notice).toHaveTextContent('Nothing has changed for visitors.')
  setFieldValue(screen.getByLabelText('Description of Two.jpg'), 'Other words')
  await user.click(button())
  expect(await screen.findByText('Published.')).toBeVisible()
  await sql('alter table publication_items drop constraint test_words')
})

it('keeps descriptions when offline, and closes the leave prompt once publishing has finished', async () => {
  drawPictures('quick')
  saveImages('quick.jpg')
  mockOffline(UPLOAD)
  const { user, router } = await openPublish()
  setFieldValue(await screen.findByLabelText('Description of quick.jpg'), 'Quick at night')
  await user.click(button())
  const notice = await region('Changes').findByRole('group')
  expect(notice).toHaveFocus()
  expect(notice).toHaveAccessibleName(/Couldn’t reach the server\./)
  expect(notice).toHaveTextContent('Nothing has changed for visitors.')
  expect(screen.getByLabelText('Description of quick.jpg')).toHaveValue('Quick at night')
  expect(button()).toBeEnabled()

  reconnect()
  const asking = delayResponses(/missing_site_media/)
  await user.click(button())
  await screen.findByText(/^File 1 of 3/)
  await user.click(screen.getByRole('tab', { name: 'Project Images' }))
  expect(await screen.findByRole('alertdialog', { name: 'Stop publishing?' })).toBeVisible()
  asking.release()
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(await screen.findByText('Nothing has changed since the last publication.')).toBeVisible()
  expect(router.state.location.search).toContain('tab=publish')
})

it('does not overwrite a concurrent publication until the administrator has reviewed it', async () => {
  expectConsole('error')
  saveImages('Mine.jpg')
  const { user } = await openPublish()
  setFieldValue(await screen.findByLabelText('Description of Mine.jpg'), 'Words of mine')
  await insert('publications', { publisher: 'colleague@example.com' })
  await user.click(button())
  const notice = await screen.findByText(/published on .* Your draft is safe\.$/)
  expect(notice.closest('p')).toHaveTextContent(/^colleague@example\.com/)
  expect(screen.queryByText('Published.')).toBeNull()
  expect(await sql('select publisher from publications order by id desc limit 1')).toEqual([
    { publisher: 'colleague@example.com' },
  ])
  await user.click(screen.getByRole('button', { name: 'Keep theirs' }))
  expect(screen.getByRole('heading', { name: 'Changes' })).toHaveFocus()
  expect(screen.getByLabelText('Description of Mine.jpg')).toHaveValue('Words of mine')
  await user.click(button())
  expect(await screen.findByText('Published.')).toBeVisible()
})

it('permanently deletes an earlier publication after a confirmation that lists its pictures', async () => {
  const published = 'insert into publications (id, published_at) select coalesce(max(id), 0) + 1, $1 from publications'
  for (const year of [2024, 2025]) await sql(published, [`${year}-03-09T12:00:00Z`])
  await sql(
    `insert into publication_items (publication_id, place, position, kind, built_in)
     select max(id) - 1, 'hero', 0, 'built-in', '/pictures/hero/gone' from publications`,
  )
  const { user } = await openPublish()
  const name = `the publication from ${formatDateTime('2024-03-09T12:00:00Z')}`
  await user.click(screen.getByRole('button', { name: `Delete permanently ${name}` }))
  const dialog = screen.getByRole('alertdialog', { name: `Permanently delete ${name}?` })
  expect(dialog).toHaveTextContent(/its files from the server: Hero: 1 picture\. .* can’t undo this\./)
  await user.click(within(dialog).getByRole('button', { name: 'Delete permanently' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: `Publish again ${name}` })).toBeNull())
  expect(await screen.findByText('Publication permanently deleted')).toBeVisible()
  const list = screen.getByRole('region', { name: 'Publishing history' })
  await waitFor(() => expect(list).toContainElement(document.activeElement as HTMLElement))
  expect(await sql(`select 1 from publications where published_at < '2025-01-01'`)).toEqual([])
})

it('a slide published without a description stays without one on the next visit', async () => {
  // Latest projects need a description, and the fifth isn't one.
  saveImages('Pit', 'Beams', 'Slab', 'Room', 'camden_pit.jpg')
  saveList('heroSlides', [{ type: 'image', src: urlOf('camden_pit.jpg') }])
  const { user } = await openPublish()
  const words = () => screen.findByLabelText('Description of camden_pit.jpg (optional)')
  setFieldValue(await words(), '')
  await waitFor(() => expect(button()).toBeEnabled())
  await user.click(button())
  await screen.findByText(/It’s live/)
  // A later visit forgets typed words.
  queryClient.removeQueries({ queryKey: ['alt texts'] })
  for (const tab of ['Project Images', 'Publish']) await user.click(screen.getByRole('tab', { name: tab }))
  expect(await words()).toHaveValue('')
})

it('the publishing history notes when a picture was permanently deleted from a publication', async () => {
  const file = fakeFileName('e')
  await storeFiles({ sql }, [file])
  const { id } = await insert('publications', { published_at: '2023-03-09T12:00:00Z' })
  await sql(
    `insert into publication_items (publication_id, position, place, kind, alt, files, widths, width, height, placeholder)
     values ($1, 0, 'latest', 'image', 'A slab', array[$2], '{480}', 1600, 1200, '#d6d0c8')`,
    [id, file],
  )
  await insert('publications', { publisher: 'sam@' })
  const { user } = await openPublish()
  const day = await region('Publishing history').findByText(formatDateTime('2023-03-09T12:00:00Z'))
  const item = day.closest('li') as HTMLElement
  const entry = within(item)
  const show = entry.getByRole('button', { name: /^Show the publication from/ })
  await user.click(show)
  const looked = within(screen.getByRole('dialog', { name: /^The publication from 9 Mar 2023/ }))
  expect(looked.getByText('A slab')).toBeVisible()
  expect(looked.getByText(/built-in pictures$/)).toBeVisible()
  await user.click(looked.getByRole('button', { name: 'Close' }))
  expect(show).toHaveFocus()
  await user.click(entry.getByText('1 picture'))
  await user.click(entry.getByRole('button', { name: 'Delete permanently A slab' }))
  await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete permanently' }))
  expect(await entry.findByText('A picture was permanently deleted.')).toBeVisible()
  expect(entry.queryByText('1 picture')).toBeNull()
  // The slot is empty now but wasn't for visitors.
  expect(entry.queryByText(/the first \d projects/)).toBeNull()
  expect(item.previousElementSibling).not.toHaveTextContent(/was the first \d projects/)
  await user.click(show)
  expect(screen.getByRole('dialog', { name: /^The publication from/ })).not.toHaveTextContent(/The first \d projects/)
})
