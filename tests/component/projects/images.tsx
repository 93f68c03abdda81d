import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { outbox } from '@/admin/projects/sync/outbox'
import { captureBodies, delayResponses, mockOffline, mockStatus } from '../../support/admin-network'
import { expectConsole } from '../../support/dom'
import { makeWholeFiles } from '../../support/media-fixtures'
import { sql } from '../../support/test-server'
import { button, setFieldValue, reconnect as unblock } from '../admin-support'
import {
  addPicture,
  addProject,
  asksBeforeClosing,
  changeElsewhere,
  choose,
  confirm,
  descriptionsShown,
  holdPreparing,
  isPrepared,
  isSaved,
  openForm,
  openNew,
  openPublished,
  PIT,
  photographsStored,
  picture,
  SAVE,
} from '../projects-support'

const MISSING = /missing_site_media/
const OBJECT = /\/storage\/v1\/object\//
const { jpeg, heic, mp4, animatedGif } = await makeWholeFiles()

const chooseAgain = (name: string, file = name) =>
  fireEvent.change(screen.getByLabelText(`Choose ${name} again`), { target: { files: [picture(file)] } })
const uploadsOf = (id: string) => sql('select 1 from storage.objects where owner_id = $1', [id])
const clearUploads = (id: string) => sql('delete from storage.objects where owner_id = $1', [id])
const hasUploaded = (id: string) => waitFor(async () => expect(await uploadsOf(id)).toHaveLength(4))

const addElsewhere = async (...names: string[]) => {
  for (const [index, name] of names.entries()) {
    await sql(`update projects set draft = jsonb_set(draft, array['photographs', $1], '{}')`, [name])
    const parts = { name: `${name}.jpg`, alt: `View ${name}`, place: index - names.length }
    for (const [part, is] of Object.entries(parts)) await changeElsewhere(`photographs/${name}/${part}`, is)
  }
}

describe('project photos', () => {
  it('accepts only readable photos, and explains why each other file is rejected', async () => {
    await openNew()
    const huge = Object.defineProperty(picture('huge.jpg'), 'size', { value: 60 * 1024 * 1024 })
    const decode = HTMLImageElement.prototype.decode
    const refused = new DOMException('No image', 'EncodingError')
    HTMLImageElement.prototype.decode = vi
      .fn(decode)
      .mockRejectedValueOnce(refused)
      .mockRejectedValueOnce(refused)
      .mockRejectedValueOnce(refused)
    const made = (name: string, type: string, bytes: Uint8Array) => picture(name, type, [Uint8Array.from(bytes)])
    choose(
      picture('plan.pdf', 'application/pdf'),
      // Phones give every photo the same name.
      picture('nothing.jpg', 'image/jpeg', []),
      picture('nothing.jpg', 'image/jpeg', []),
      huge,
      made('IMG_1.jpg', 'image/jpeg', heic),
      made('12000x9000.HEIC', '', jpeg),
      picture('page.jpg'),
      made('film.jpg', 'image/jpeg', mp4),
      made('cut.jpg', 'image/jpeg', jpeg.subarray(0, jpeg.length / 3)),
      made('dig.gif', 'image/gif', animatedGif),
    )
    for (const sentence of [
      'plan.pdf isn’t a picture.',
      'nothing.jpg is empty (0 bytes).',
      'huge.jpg is larger than 50 MB.',
      'IMG_1.jpg is in Apple’s HEIC format, which this browser can’t read. Upload it from the iPhone itself',
      '12000x9000.HEIC can’t be read by this browser. It may be damaged or too large for this device.',
      'page.jpg can’t be read by this browser. It isn’t a JPG, PNG or WebP. Save it as a JPG and try again.',
      'film.jpg isn’t a picture.',
      'cut.jpg is incomplete. Choose the original file again.',
      'dig.gif is animated. Only the first frame will be used.',
    ])
      expect(await screen.findByText(sentence, { exact: false })).toBeVisible()
    await isPrepared()
    expect(within(screen.getByRole('list', { name: 'Photos' })).getAllByRole('listitem')).toHaveLength(1)
  })

  it('accepts at most thirty photos, and reports how many were added', async () => {
    const { user } = await openNew()
    mockOffline(/missing_site_media|\/storage\/v1\/object\//)
    choose(...Array.from({ length: 31 }, (_, index) => picture(`${index}.jpg`)))
    expect(await screen.findByText(/up to 30 photos\. 30 of the 31 you chose were added/)).toBeVisible()
    // Ends preparation before the next test.
    await user.click(button('Delete draft'))
    await confirm(user, 'Delete draft')
    await screen.findByRole('heading', { name: 'Projects', level: 2 })
  })

  it('adds photos at the end, and asks before closing while one is processed', async () => {
    const { user } = await openNew()
    for (const name of ['pit.jpg', 'beams.jpg', 'slab.jpg']) await addPicture(name)
    for (const name of ['pit', 'beams'])
      await user.click(screen.getByRole('button', { name: new RegExp(`^Remove photo 1, ${name}`, 'i') }))
    await addPicture('room.jpg')
    expect(descriptionsShown()).toEqual(['Slab', 'Room'])
    await isSaved()
    expect(asksBeforeClosing()).toBe(false)

    const goOn = holdPreparing(1)
    choose(picture('01-the-pit.jpg'))
    await waitFor(async () => expect(await photographsStored()).toHaveLength(5))
    await waitFor(() => expect(outbox.hasUnstored()).toBe(false))
    expect(asksBeforeClosing()).toBe(true)
    goOn()
    await isPrepared()
    await isSaved()
    expect(asksBeforeClosing()).toBe(false)
  })

  it('re-uploads photos that Storage has cleared before a row referenced them', async () => {
    // Refuses the save that names the photos.
    expectConsole('error')
    const { account } = await openNew()
    await clearUploads(account.id)
    const saving = delayResponses(SAVE)
    choose(picture('01-the-pit.jpg'))
    await hasUploaded(account.id)
    await waitFor(() => expect(saving.count()).toBeGreaterThan(0))
    await clearUploads(account.id)
    saving.release()
    await isSaved()
    await hasUploaded(account.id)
  })

  it('keeps a photo the server rejected, with the error and a retry on its card', async () => {
    const { user } = await openNew()
    const body = {
      statusCode: '413',
      error: 'Payload too large',
      message: 'The object exceeded the maximum allowed size',
    }
    mockStatus(OBJECT, 400, {}, body)
    choose(picture('01-the-pit.jpg'))
    const refused = await screen.findByRole('alert')
    expect(refused).toHaveTextContent(/^Not uploaded\. This is too large for the server\./)
    unblock()
    choose(picture('02-the-pour.jpg'))
    await waitFor(() => expect(screen.getByText('Uploaded: 1 of 2')).toBeVisible())
    // Another photo's success must not hide this state.
    expect(screen.getByText('Not saved yet')).toBeVisible()
    expect(refused).toBeVisible()
    await user.click(button('Try again 01-the-pit.jpg'))
    await isSaved()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('photos not uploaded from another device can be chosen here, processed one by one', async () => {
    // All pictures here are the same file, and happy-dom has no locks.
    expectConsole('error')
    await addProject()
    await addElsewhere('a', 'b')
    await openForm()
    expect(await screen.findByText('2 photos haven’t been uploaded from another device yet.')).toBeVisible()
    const { decode } = HTMLImageElement.prototype
    HTMLImageElement.prototype.decode = vi.fn().mockRejectedValue(new DOMException('No image', 'EncodingError'))
    chooseAgain('a.jpg', 'torn.jpg')
    expect(await screen.findByText(/^torn\.jpg can’t be read/)).toBeVisible()
    await isSaved()
    expect(descriptionsShown().slice(0, 2)).toEqual(['View a', 'View b'])
    for (const photograph of await photographsStored()) expect(photograph).not.toMatchObject({ removed: true })

    HTMLImageElement.prototype.decode = decode
    const uploads = delayResponses(MISSING)
    const goOn = holdPreparing(2)
    choose(picture('c.jpg'), picture('d.jpg'))
    await waitFor(() => expect(uploads.count()).toBe(1))
    expect(screen.getAllByText('Processing...')).toHaveLength(1)
    goOn()
    chooseAgain('torn.jpg', 'a.jpg')
    expect(await screen.findByText('1 photo hasn’t been uploaded from another device yet.')).toBeVisible()
    uploads.release()
    await isSaved()
    await isPrepared()
    expect(descriptionsShown()[0]).toBe('View a')
  })

  it('reports photos the server has lost, and accepts them again', async () => {
    const { account } = await openPublished()
    const saves = captureBodies(SAVE)
    await clearUploads(account.id)
    await sql('delete from storage.objects where name = $1', [PIT])
    setFieldValue(screen.getByLabelText('Title'), 'Beneath Camden Town')
    await isSaved()
    expect(saves.length).toBeLessThan(3)
    const card = within(screen.getByRole('list', { name: 'Photos' }))
    fireEvent.error(card.getByRole('presentation'))
    expect(await card.findByText('No longer on the server.')).toBeVisible()
    chooseAgain('0.jpg')
    await hasUploaded(account.id)
    await waitFor(() => expect(card.queryByText(/^(Processing|Uploading|No longer on the server)/)).toBeNull())
  })

  it('reverting during an upload leaves nothing unsaved, and undo brings the photo back', async () => {
    const { user } = await openPublished()
    const uploads = delayResponses(MISSING)
    choose(picture('02-the-pour.jpg'))
    await waitFor(() => expect(uploads.count()).toBe(1))
    await user.click(button('Revert to live version'))
    uploads.release()
    await isSaved()
    expect(asksBeforeClosing()).toBe(false)
    expect(descriptionsShown()).toHaveLength(1)
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(async () =>
      expect((await photographsStored()).filter(({ removed, picture }) => picture && !removed)).toHaveLength(2),
    )
  })
})
