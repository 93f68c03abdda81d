import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { cutOff, holdBack, loseAnswers } from '../support/admin-network'
import { forgetBrowser } from '../support/admin-users'
import { sql } from '../support/backstage'
import { expectConsole } from '../support/dom'
import { renderSite } from '../support/render-site'
import { beSignedIn, drawPictures, loseConnection, put, reconnect } from './admin-support'

const PLACE = '/admin/dashboard?section=media&tab=projects'
const UPLOAD = /missing_site_media|\/storage\/v1\/object\//

const picture = (name: string, type = 'image/jpeg', parts: BlobPart[] = [name]) => new File(parts, name, { type })
const choose = (...files: File[]) =>
  fireEvent.change(screen.getByLabelText('Choose photographs'), { target: { files } })
const button = (name: string | RegExp) => screen.getByRole('button', { name })
const openList = async () => {
  const account = await beSignedIn()
  const site = await renderSite(PLACE)
  await screen.findByRole('heading', { name: 'Projects', level: 2 })
  return { ...site, account }
}
const openNew = async () => {
  const site = await openList()
  await site.user.click(button(/Add project|Go on with/))
  await screen.findByLabelText('Title')
  return site
}
const fill = (title: string) => {
  put(screen.getByLabelText('Title'), title)
  put(screen.getByLabelText('Place'), 'Camden')
  put(screen.getByLabelText('Month completed'), '03')
  put(screen.getByLabelText('Year completed'), '2025')
  put(screen.getByLabelText('Summary'), 'A dry cellar for a café.')
  put(screen.getByLabelText('Description'), 'We dug.\n\nWe poured.')
}
const addPicture = async (name = '01-the-pit.jpg') => {
  choose(picture(name))
  await screen.findByText(/^Being prepared/)
  await waitFor(() => expect(screen.queryByText(/^Being prepared/)).toBeNull())
}
const save = async (user: Awaited<ReturnType<typeof openNew>>['user']) => {
  await user.click(button('Save'))
  await screen.findByText('Everything is saved on the server.')
}
const stored = () =>
  sql<{ id: string; status: string; version: number; draft: { title: string } }>('select * from projects')
const titles = () =>
  within(screen.getByRole('list', { name: 'Projects' }))
    .getAllByRole('heading')
    .map(({ textContent }) => textContent)

beforeEach(async () => {
  drawPictures()
  await sql('delete from projects')
})
afterEach(async () => {
  await forgetBrowser()
  // This DOM has no database, so drafts outlive their pages in memory.
  const { draftsHere, dropDraft } = await import('@/admin/features/media/projects/draft-store')
  for (const draft of await draftsHere()) await dropDraft(draft)
})

it('lists the built-in projects, hides one, shows it again, and puts them in another order', async () => {
  const { user } = await openList()
  const before = titles()
  await user.click(button(`Hide ${before[1]}`))
  await user.click(await screen.findByRole('button', { name: `Show again ${before[1]}` }))
  await screen.findByRole('button', { name: `Hide ${before[1]}` })
  await user.click(button(`Move ${before[1]} earlier`))
  expect(titles().slice(0, 2)).toEqual([before[1], before[0]])
  expect(button(`Move ${before[1]} earlier`)).toHaveFocus()
  expect(screen.getByText(`${before[1]} is now number 1 of 5`)).toBeInTheDocument()
  await waitFor(async () => expect(await sql('select 1 from projects where position = 5')).toHaveLength(1))
})

it('says what is missing before it publishes, where it is and until it is there, and sends nothing', async () => {
  const { user } = await openNew()
  await user.click(button('Publish'))
  expect(screen.getByLabelText('Title')).toHaveFocus()
  expect(screen.getByLabelText('Choose photographs')).toHaveAccessibleDescription(/at least one photograph/)
  fill('Beneath Camden')
  expect(screen.queryByText(/^Please/)).toHaveTextContent('Please add at least one photograph')
  await addPicture('IMG_2041.jpg')
  await user.click(button('Publish'))
  expect(screen.getByLabelText('What photograph 1 shows')).toHaveFocus()
  expect(await stored()).toEqual([])
})

it('publishes at an address of its title, asks before it unpublishes or deletes, and restores', async () => {
  const { user } = await openNew()
  fill('A café beneath Camden')
  await addPicture()
  await user.click(button('Publish'))
  const dialog = within(screen.getByRole('alertdialog'))
  expect(dialog.getByText('A new project with 1 photograph')).toBeVisible()
  expect(dialog.getByText(/^Every visitor will see it at \/project\/a-cafe-beneath-camden\./)).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Publish now' }))
  expect(await screen.findByRole('link', { name: /^Look at/ })).toHaveAttribute(
    'href',
    '/project/a-cafe-beneath-camden',
  )
  await screen.findByText('Everything is saved on the server.')
  put(screen.getByLabelText('Title'), 'Another title')
  expect(screen.getByLabelText('Title')).toHaveAccessibleDescription(/a-cafe-beneath-camden, stays as it is/)
  await user.click(button('Publish'))
  expect(screen.getByText('Title: “Another title” instead of “A café beneath Camden”')).toBeVisible()
  await user.click(button('Cancel'))
  await save(user)
  await user.click(button('All projects'))
  expect(await screen.findByText('Unpublished changes')).toBeVisible()
  const confirm = async (word: string) => {
    await user.click(button(`${word} Another title`))
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: word }))
  }
  // This DOM reports what is refused.
  expectConsole('error')
  await sql('update projects set deleted_at = now()')
  await confirm('Unpublish')
  expect(await screen.findByText('Somebody else has changed this in the meantime.')).toBeVisible()
  await user.click(button('Cancel'))
  await user.click(await screen.findByRole('button', { name: 'Restore Another title' }))
  await screen.findByRole('button', { name: 'Unpublish Another title' })
  for (const word of ['Unpublish', 'Delete']) {
    await confirm(word)
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  }
  await user.click(button('Restore Another title'))
  await waitFor(() => expect(titles()[0]).toBe('Another title'))
  expect(await stored()).toMatchObject([{ id: 'a-cafe-beneath-camden', status: 'draft' }])
})

it('deletes a deleted project for good, and pictures that were replaced, after it has said what goes', async () => {
  const content = {
    ...{ title: 'Cellar', location: '', completed: '', summary: '', description: [], services: [], images: [] },
    ...{ cover: 0, before: null, after: null },
  }
  const deleted = `insert into projects (id, position, draft, deleted_at) values ('cellar', 0, $1, now())`
  await sql(deleted, [JSON.stringify(content)])
  await sql(`insert into private.released_media (name) values ('replaced.webp')`)
  const { user } = await openList()
  const deleteForGood = async (about: string, question: RegExp) => {
    await user.click(button(`Delete for good now ${about}`))
    const dialog = screen.getByRole('alertdialog')
    expect(dialog).toHaveTextContent(question)
    await user.click(within(dialog).getByRole('button', { name: 'Delete for good now' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  }
  await deleteForGood('Cellar', /^Delete this project for good now\?“Cellar” and its photographs .* cannot undo this\./)
  expect(screen.queryByRole('heading', { name: 'Deleted in the last 30 days' })).toBeNull()
  expect(await sql('select draft from projects')).toEqual([{ draft: null }])
  await deleteForGood('replaced pictures', /^Delete replaced pictures for good now\?Every picture and video that was/)
  expect(await sql('select 1 from private.released_media')).toEqual([])
})

it('says why a file cannot be a photograph, and keeps the others', async () => {
  await openNew()
  const huge = Object.defineProperty(picture('huge.jpg'), 'size', { value: 60 * 1024 * 1024 })
  const decode = HTMLImageElement.prototype.decode
  const refused = new DOMException('No image', 'EncodingError')
  HTMLImageElement.prototype.decode = vi.fn(decode).mockRejectedValueOnce(refused).mockRejectedValueOnce(refused)
  choose(
    picture('plan.pdf', 'application/pdf'),
    // Phones give every photograph the same name.
    picture('nothing.jpg', 'image/jpeg', []),
    picture('nothing.jpg', 'image/jpeg', []),
    huge,
    picture('IMG_1.HEIC', ''),
    picture('12000x9000.jpg'),
    picture('dig.gif', 'image/gif', ['GIF89a NETSCAPE2.0']),
  )
  for (const sentence of [
    'plan.pdf is not a picture.',
    'nothing.jpg is empty (0 bytes).',
    'huge.jpg is larger than 50 MB.',
    'IMG_1.HEIC is in Apple’s HEIC format, which this browser cannot read. Choose it on the iPhone itself',
    '12000x9000.jpg cannot be read by this browser: it is damaged, or has too many pixels for this device.',
    'dig.gif moves; only its first picture is used.',
  ])
    expect(await screen.findByText(sentence, { exact: false })).toBeVisible()
  await waitFor(() => expect(screen.queryByText(/^Being prepared/)).toBeNull())
  expect(within(screen.getByRole('list', { name: 'Photographs' })).getAllByRole('listitem')).toHaveLength(1)
  choose(...Array.from({ length: 31 }, (_, index) => picture(`${index}.jpg`)))
  expect(await screen.findByText(/at most 30 photographs: 29 of the 31 you chose were added/)).toBeVisible()
})

it('takes titles of emoji, of 300 characters, from right to left and the same twice for what they are', async () => {
  const { user } = await openNew()
  const title = screen.getByLabelText('Title')
  expect(title).toHaveAttribute('dir', 'auto')
  put(title, '🏗️🏗️')
  expect(title).toHaveAccessibleDescription(/\/project\/project, follows.*no letters from a to z/)
  // The form itself is at `new`.
  put(title, 'New!')
  expect(title).toHaveAccessibleDescription(/\/project\/new-2/)
  put(title, 'T'.repeat(300))
  await user.click(button('Save'))
  expect(title).toHaveFocus()
  expect(title).toHaveAccessibleDescription(/Please shorten this to 120 characters or fewer\./)
  expect(title).toHaveValue('T'.repeat(300))
  for (const again of [false, true]) {
    put(screen.getByLabelText('Title'), 'بيت Camden')
    put(screen.getByLabelText('Place'), String(again))
    expect(/Another project has this title/.test(screen.getByLabelText('Title').parentElement?.textContent ?? '')).toBe(
      again,
    )
    await save(user)
    await user.click(button('All projects'))
    if (again) break
    await user.click(await screen.findByRole('button', { name: 'Add project' }))
    await screen.findByLabelText('Title')
  }
  expect((await stored()).map(({ id }) => id).sort()).toEqual(['camden', 'camden-2'])
})

it('pauses while there is no connection, goes on by itself, and loses nothing', async () => {
  const { user } = await openNew()
  fill('Beneath Camden')
  await addPicture()
  cutOff(UPLOAD)
  await user.click(button('Save'))
  expect(await screen.findByText(/^There is no connection. It goes on by itself/)).toBeVisible()
  expect(screen.getByText(/^File 1 of 3: 01-the-pit.jpg/)).toBeVisible()
  reconnect()
  window.dispatchEvent(new Event('online'))
  await screen.findByText('Everything is saved on the server.')
  // The row's answer is lost, after every photograph.
  put(screen.getByLabelText('Place'), 'Kentish Town')
  loseConnection(/save_project/)
  await user.click(button('Save'))
  expect(await screen.findByRole('alert')).toHaveTextContent('What you entered is still here.')
  expect(screen.getByLabelText('Place')).toHaveValue('Kentish Town')
  reconnect()
  await save(user)
  // The row is there, the connection goes before the last picture, and then that is refused.
  await addPicture('02-the-pour.jpg')
  await sql('delete from storage.objects')
  await sql('update storage.buckets set file_size_limit = 1')
  cutOff(UPLOAD)
  await user.click(button('Save'))
  await screen.findByText(/^There is no connection/)
  reconnect()
  window.dispatchEvent(new Event('online'))
  expect(await screen.findByRole('alert')).toHaveTextContent(/The server refused this as too large\..*still here\./)
  await sql('update storage.buckets set file_size_limit = 52428800')
})

it('says when the browser refuses to keep a draft, and keeps it while the page is open', async () => {
  const { user } = await openNew()
  fill('Beneath Camden')
  expect(await screen.findByText(/^This browser refuses to keep what you enter/)).toBeVisible()
  await user.click(button('All projects'))
  const goOn = await screen.findByRole('button', { name: 'Go on with your new project' })
  // The browser asks before it closes this.
  expect(fireEvent(window, new Event('beforeunload', { cancelable: true }))).toBe(false)
  await user.click(goOn)
  expect(await screen.findByLabelText('Title')).toHaveValue('Beneath Camden')
})

it('takes nobody who leaves the form for a photograph that fails, and keeps no file of one removed meanwhile', async () => {
  const { user } = await openNew()
  HTMLImageElement.prototype.decode = () => new Promise(() => {})
  const ids = vi.spyOn(crypto, 'randomUUID')
  choose(picture('pit.jpg'))
  for (let visit = 1; visit <= 4; visit += 1) {
    await screen.findByText(/^Being prepared/)
    await user.click(button('All projects'))
    await user.click(await screen.findByRole('button', { name: 'Go on with your new project' }))
  }
  expect(await screen.findByText(/^Being prepared/)).toBeVisible()
  const { readFile } = await import('@/admin/features/media/projects/draft-store')
  const id = ids.mock.results[0]?.value
  expect(await readFile('new', id)).toBeDefined()
  await user.click(button('Remove photograph 1, pit.jpg'))
  await waitFor(async () => expect(await readFile('new', id)).toBeUndefined())
})

it('goes on copying photographs when the form is left, and shows them all to whoever comes back', async () => {
  const { user } = await openNew()
  const slow = picture('second.jpg')
  let goOn: (bytes: ArrayBuffer) => void = () => {}
  slow.arrayBuffer = () =>
    new Promise((resolve) => {
      goOn = resolve
    })
  choose(picture('first.jpg'), slow, picture('third.jpg'))
  await screen.findByText(/^Being prepared/)
  await user.click(button('All projects'))
  await user.click(await screen.findByRole('button', { name: 'Go on with your new project' }))
  // A form that does not wait has opened by now.
  await act(() => new Promise<void>((resolve) => setTimeout(resolve, 300)))
  goOn(new ArrayBuffer(8))
  expect(await screen.findByRole('button', { name: 'Remove photograph 3, third.jpg' })).toBeVisible()
  await waitFor(() => expect(screen.queryByText(/^Being prepared/)).toBeNull())
})

it('brings nobody back who has left while it was saved', async () => {
  const { user, router } = await openNew()
  fill('Beneath Camden')
  const saving = holdBack(/rpc\/save_project/)
  await user.click(button('Save'))
  await waitFor(() => expect(saving.count()).toBe(1))
  await user.click(screen.getByRole('tab', { name: 'Publish' }))
  await screen.findByRole('heading', { name: 'Publish to the website' })
  const left = router.state.location.search
  saving.release()
  const { readDraft } = await import('@/admin/features/media/projects/draft-store')
  await waitFor(async () => expect(await readDraft('new')).toBeUndefined())
  await act(() => new Promise<void>((resolve) => setTimeout(resolve, 200)))
  expect(router.state.location.search).toBe(left)
})

it('offers to sign in again where the session has ended, and keeps what was entered', async () => {
  const { user } = await openNew()
  const { supabase } = await import('@/admin/supabase')
  vi.spyOn(supabase.auth, 'getSession').mockResolvedValue({ data: { session: null }, error: null })
  fill('Beneath Camden')
  await user.click(button('Save'))
  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent('Your session has ended.')
  expect(within(alert).getByRole('link', { name: 'Sign in' })).toBeVisible()
  expect(screen.getByLabelText('Title')).toHaveValue('Beneath Camden')
})

it('makes no second project where the answer to publishing was lost', async () => {
  expectConsole('error')
  const { user } = await openNew()
  fill('Beneath Camden')
  await addPicture()
  loseAnswers(/publish_project/)
  await user.click(button('Publish'))
  await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Publish now' }))
  await screen.findByText('Failed to publish the project')
  await waitFor(() => expect(button('Publish')).toBeDisabled())
  expect(screen.getByLabelText('Title')).toHaveValue('Beneath Camden')
  expect(await stored()).toMatchObject([{ id: 'beneath-camden', status: 'published' }])
})

it('shows what another administrator changed meanwhile, and takes mine or theirs; a deleted one becomes a new one', async () => {
  // This DOM reports what is refused.
  expectConsole('error')
  const { user } = await openNew()
  fill('Beneath Camden')
  put(screen.getByLabelText('Description'), 'We dug.\n\nWe dug.')
  await save(user)
  const changeElsewhere = (title: string) =>
    sql(
      `update projects set draft = jsonb_set(draft, '{title}', to_jsonb($1::text)), version = version + 1, updated_by = 'colleague@example.com'`,
      [title],
    )
  await changeElsewhere('Their title')
  put(screen.getByLabelText('Title'), 'My title')
  await user.click(button('Save'))
  const conflict = await screen.findByText(/In theirs: Title: “Their title” instead of “My title”/)
  expect(conflict).toHaveTextContent('colleague@example.com changed this project')
  expect(screen.getAllByText('We dug.', { selector: 'p' })).toHaveLength(1)
  expect(button('Save')).toBeDisabled()
  await user.click(button('Go on with mine'))
  await save(user)
  expect(await stored()).toMatchObject([{ draft: { title: 'My title' } }])
  await sql('update projects set deleted_at = now(), version = version + 1')
  put(screen.getByLabelText('Title'), 'Mine again')
  await user.click(button('Save'))
  await screen.findByText(/^This project was deleted/)
  await user.click(button('Make mine a new project'))
  await save(user)
  expect((await stored()).map(({ draft }) => draft.title).sort()).toEqual(['Mine again', 'My title'])
})
