import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '@/admin/backend/query-client'
import { outbox } from '@/admin/projects/sync/outbox'
import { formatDateTime } from '@/admin/words/format-date'
import { builtInCards } from '@/content/projects/built-in'
import { cutOff, holdBack, listenTo, loseAnswers, refuse } from '../support/admin-network'
import { forgetBrowser, makeAccount, server } from '../support/admin-users'
import { callAs } from '../support/backend-users'
import { sql } from '../support/backstage'
import { expectConsole } from '../support/dom'
import { makeWholeFiles } from '../support/media-fixtures'
import { contentOf, draftOf, fileOf, photographOf, pictureOf, storeFiles } from '../support/own-projects'
import { renderSite } from '../support/render-site'
import {
  beSignedIn,
  button,
  dialog,
  drawPictures,
  insert,
  openAs,
  put,
  question,
  signInAgain,
  reconnect as unblock,
} from './admin-support'

const PLACE = '/admin/dashboard?section=media&tab=projects'
const NEW = `${PLACE}&project=new`
const UPLOAD = /missing_site_media|\/storage\/v1\/object\//
const SAVE = /rpc\/save_project/
const PAUSES = [1_000, 2_000, 4_000, 5_000]
const { setTimeout: realTimeout } = globalThis

const picture = (name: string, type = 'image/jpeg', parts: BlobPart[] = [name]) => new File(parts, name, { type })
const { jpeg, heic, mp4, animatedGif } = await makeWholeFiles()
const choose = (...files: File[]) =>
  fireEvent.change(screen.getByLabelText('Choose photographs'), { target: { files } })
const openList = async () => {
  const account = await beSignedIn()
  const site = await renderSite(PLACE)
  await screen.findByRole('heading', { name: 'Projects', level: 2 })
  return { ...site, account }
}
const openNew = async () => {
  const site = await openList()
  await site.user.click(button('Add project'))
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
const isSaved = () => screen.findByText(/^Saved at /)
const addPicture = async (name: string) => {
  choose(picture(name))
  await screen.findByText(/^Being (prepared|uploaded)/)
  await waitFor(() => expect(screen.queryByText(/^Being/)).toBeNull())
}
/** Holds the preparing of the `number`th photograph from now on back, until the function that is returned is called. */
const holdPreparing = (number: number) => {
  const decode = HTMLImageElement.prototype.decode
  let goOn = () => {}
  const wait = new Promise<void>((resolve) => {
    goOn = resolve
  })
  let count = 0
  HTMLImageElement.prototype.decode = async function () {
    count += 1
    if (count === number) await wait
    return decode.call(this)
  }
  return goOn
}
type Site = Awaited<ReturnType<typeof openNew>>
type User = Site['user']
/** Returns a project's location once it contains the id. */
const hasOwnAddress = async (router: Site['router']) => {
  await waitFor(() => expect(router.state.location.search).toMatch(/project=[\w-]{36}$/))
  return router.state.location
}
const confirm = (user: User, word: string) => user.click(question().getByRole('button', { name: word }))
const publish = async (user: User) => {
  await user.click(button('Publish'))
  await confirm(user, 'Publish now')
}
const reopen = async (user: User, title = 'Beneath Camden') => {
  await user.click(button('All projects'))
  await user.click(await screen.findByRole('button', { name: `Edit ${title}` }))
  return screen.findByLabelText('Title')
}
/** Opens the form of a new project whose words are on the server, with a photograph's where one is named. */
const openSaved = async (photograph?: string) => {
  const site = await openNew()
  fill('Beneath Camden')
  if (photograph) await addPicture(photograph)
  await isSaved()
  return site
}
const openPublished = async () => {
  const site = await openSaved('01-the-pit.jpg')
  await publish(site.user)
  await screen.findByText('Published.')
  return site
}
type Stored = {
  id: string
  address: string | null
  status: string
  version: number
  draft: {
    title: string
    photographs: Record<string, { alt: string; removed?: boolean; picture?: { files: string[] } }>
  }
}
const stored = () => sql<Stored>('select * from projects where not built_in order by position')
const titlesStored = async () => (await stored()).map(({ draft }) => draft.title)
const titles = () =>
  within(screen.getByRole('list', { name: 'Projects' }))
    .getAllByRole('heading')
    .map(({ textContent }) => textContent)
/** Gives the network back, as browsers say when they have it. */
const reconnect = () => {
  unblock()
  fireEvent(window, new Event('online'))
}
/** Changes a field of the one project as another device of a colleague does. */
const changeElsewhere = (field: string, is: unknown) =>
  sql(
    `update projects set draft = jsonb_set(draft, string_to_array($1, '/'), $2::jsonb), version = version + 1,
      fields = fields || jsonb_build_object($1, jsonb_build_object('at', version + 1, 'by', null))`,
    [field, JSON.stringify(is)],
  )
/** Adds photographs to the one project, as another device does that still has their files. */
const addElsewhere = async (...names: string[]) => {
  for (const [index, name] of names.entries()) {
    await sql(`update projects set draft = jsonb_set(draft, array['photographs', $1], '{}')`, [name])
    const parts = { name: `${name}.jpg`, alt: `View ${name}`, place: index }
    for (const [part, is] of Object.entries(parts)) await changeElsewhere(`photographs/${name}/${part}`, is)
  }
}
/** Whether the browser would ask before it closes the page. */
const asksBeforeClosing = () => !fireEvent(window, new Event('beforeunload', { cancelable: true }))

beforeEach(async () => {
  drawPictures(crypto.randomUUID())
  // Neither the pause after the last key nor the one before the next attempt is waited for.
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, ms = 0, ...rest: never[]) =>
    realTimeout(run, PAUSES.includes(ms) ? 30 : ms, ...rest)) as typeof setTimeout)
  await sql('delete from projects')
})
afterEach(forgetBrowser)

it('hides a built-in project, and shows it again', async () => {
  const { user } = await openList()
  const [name] = titles()
  for (const label of ['Hide', 'Show again']) {
    await user.click(await screen.findByRole('button', { name: `${label} ${name}` }))
    await confirm(user, label)
  }
  expect(await screen.findByRole('button', { name: `Hide ${name}` })).toBeVisible()
})

const ORDER = /rpc\/order_portfolio/
const orderStored = async () =>
  (await sql<{ id: string }>('select id from projects order by position')).map(({ id }) => id)

it('moves a project at once, says where it is now, keeps the focus on its arrow, and stores the order', async () => {
  const { user } = await openList()
  const [first, second] = titles()
  await user.click(button(`Move ${second} earlier`))
  await waitFor(() => expect(titles().slice(0, 2)).toEqual([second, first]))
  expect(await screen.findByText(new RegExp(`^${second} is now number 1 of 5`))).toBeInTheDocument()
  expect(button(`Move ${second} earlier`)).toHaveFocus()
  await waitFor(async () => expect(await orderStored()).toHaveLength(5))
})

it('puts the projects back into the order before, and then stores that', async () => {
  const { user } = await openList()
  const before = titles()
  await user.click(button(`Move ${before[1]} earlier`))
  const undo = await screen.findByRole('button', { name: 'Undo' })
  const moved = await orderStored()
  await user.click(undo)
  await waitFor(() => expect(titles()).toEqual(before))
  await waitFor(async () => expect(await orderStored()).toEqual([moved[1], moved[0], ...moved.slice(2)]))
})

it('moves nothing while an order is being stored', async () => {
  const { user } = await openList()
  const [first, second, third] = titles()
  const storing = holdBack(ORDER)
  await user.click(button(`Move ${second} earlier`))
  await waitFor(() => expect(titles()[0]).toBe(second))
  await user.click(button(`Move ${third} earlier`))
  storing.release()
  await screen.findByRole('button', { name: 'Undo' })
  expect(titles().slice(0, 3)).toEqual([second, first, third])
  expect(screen.queryByText(new RegExp(`^${third} is now`))).toBeNull()
  expect(storing.count()).toBe(1)
})

it('says what is missing before it publishes, where it is and until it is there, and publishes nothing', async () => {
  const { user } = await openNew()
  await user.click(button('Publish'))
  expect(screen.getByLabelText('Title')).toHaveFocus()
  expect(screen.getByLabelText('Choose photographs')).toHaveAccessibleDescription(/at least one photograph/)
  fill('Beneath Camden')
  expect(screen.queryByText(/^Please/)).toHaveTextContent('Please add at least one photograph')
  await addPicture('IMG_2041.jpg')
  await user.click(button('Publish'))
  expect(screen.getByLabelText('What photograph 1 shows')).toHaveFocus()
  expect(await stored()).toMatchObject([{ status: 'draft', address: null }])
})

it('says what publishing will do, and publishes at an address of the title', async () => {
  const { user } = await openNew()
  fill('A café beneath Camden')
  await addPicture('01-the-pit.jpg')
  await user.click(button('Publish'))
  const dialog = question()
  expect(dialog.getByText('A new project with 1 photograph')).toBeVisible()
  expect(dialog.getByText(/^Every visitor will see it at \/project\/a-cafe-beneath-camden\./)).toBeVisible()
  await confirm(user, 'Publish now')
  const link = await screen.findByRole('link', { name: /^Look at/ })
  expect(link).toHaveAttribute('href', '/project/a-cafe-beneath-camden')
  expect(await stored()).toMatchObject([{ address: 'a-cafe-beneath-camden', status: 'published' }])
})

it('keeps the address of a published project under another title, and says what of it is not published', async () => {
  const { user } = await openPublished()
  put(screen.getByLabelText('Title'), 'Another title')
  expect(screen.getByLabelText('Title')).toHaveAccessibleDescription(/beneath-camden, stays as it is/)
  await user.click(button('Publish'))
  expect(screen.getByText('Title: “Another title” instead of “Beneath Camden”')).toBeVisible()
  await user.click(button('Cancel'))
  await isSaved()
  await user.click(button('All projects'))
  expect(await screen.findByText('Unpublished changes')).toBeVisible()
})

it('unpublishes and deletes a project after a question, and restores it as a draft of the same address', async () => {
  const { user } = await openPublished()
  await user.click(button('All projects'))
  for (const word of ['Unpublish', 'Delete']) {
    await user.click(await screen.findByRole('button', { name: `${word} Beneath Camden` }))
    await confirm(user, word)
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  }
  await user.click(button('Restore Beneath Camden'))
  await waitFor(() => expect(titles()[0]).toBe('Beneath Camden'))
  expect(await stored()).toMatchObject([{ address: 'beneath-camden', status: 'draft' }])
})

const deleteForGood = async (user: User, about: string, question: RegExp) => {
  await user.click(button(`Delete for good now ${about}`))
  expect(screen.getByRole('alertdialog')).toHaveTextContent(question)
  await confirm(user, 'Delete for good now')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
}

it('says that somebody else has changed a project which is to be unpublished', async () => {
  // This DOM reports what is refused.
  expectConsole('error')
  const { user } = await openPublished()
  await user.click(button('All projects'))
  await user.click(await screen.findByRole('button', { name: 'Unpublish Beneath Camden' }))
  await sql('update projects set deleted_at = now()')
  await confirm(user, 'Unpublish')
  expect(await screen.findByText('Somebody else has changed this in the meantime.')).toBeVisible()
})

it('deletes a deleted project for good, after it has said what goes', async () => {
  const draft = JSON.stringify({ title: 'Cellar', photographs: {} })
  const deleted_at = new Date().toISOString()
  await insert('projects', { id: crypto.randomUUID(), address: 'cellar', position: 0, draft, deleted_at })
  const { user } = await openList()
  const question =
    /^Delete this project for good now\?“Cellar”, its earlier versions and their photographs .* cannot undo this\./
  await deleteForGood(user, 'Cellar', question)
  expect(screen.queryByRole('heading', { name: 'Deleted in the last 30 days' })).toBeNull()
  expect(await sql('select draft from projects')).toEqual([{ draft: null }])
})

it('deletes replaced pictures for good, after it has said what goes', async () => {
  await insert('private.released_media', { name: 'replaced.webp' })
  const { user } = await openList()
  const question = /^Delete replaced pictures for good now\?Every picture and video that was/
  await deleteForGood(user, 'replaced pictures', question)
  expect(await sql(`select 1 from private.released_media where name = 'replaced.webp'`)).toEqual([])
})

it('says why a file cannot be a photograph, and keeps the others', async () => {
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
    // Phones give every photograph the same name.
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
    'plan.pdf is not a picture.',
    'nothing.jpg is empty (0 bytes).',
    'huge.jpg is larger than 50 MB.',
    'IMG_1.jpg is in Apple’s HEIC format, which this browser cannot read. Choose it on the iPhone itself',
    '12000x9000.HEIC cannot be read by this browser: it is damaged, or has too many pixels for this device.',
    'page.jpg cannot be read by this browser. It isn’t a JPG, PNG or WebP: save it as a JPG and choose that.',
    'film.jpg is not a picture.',
    'cut.jpg is incomplete: the end is missing. Choose the original again.',
    'dig.gif moves; only its first picture is used.',
  ])
    expect(await screen.findByText(sentence, { exact: false })).toBeVisible()
  await waitFor(() => expect(screen.queryByText(/^Being/)).toBeNull())
  expect(within(screen.getByRole('list', { name: 'Photographs' })).getAllByRole('listitem')).toHaveLength(1)
})

it('takes thirty photographs at most, and says how many of those chosen were added', async () => {
  const { user } = await openNew()
  cutOff(UPLOAD)
  choose(...Array.from({ length: 31 }, (_, index) => picture(`${index}.jpg`)))
  expect(await screen.findByText(/at most 30 photographs: 30 of the 31 you chose were added/)).toBeVisible()
  // Those that are still being prepared must not reach the next test.
  await user.click(button('Delete draft'))
  await confirm(user, 'Delete draft')
  await screen.findByRole('heading', { name: 'Projects', level: 2 })
})

it('puts new photographs at the end, whichever have been removed', async () => {
  const { user } = await openNew()
  for (const name of ['pit.jpg', 'beams.jpg', 'slab.jpg']) await addPicture(name)
  for (const name of ['pit', 'beams'])
    await user.click(screen.getByRole('button', { name: new RegExp(`^Remove photograph 1, ${name}`, 'i') }))
  await addPicture('room.jpg')
  const words = screen.getAllByLabelText(/^What photograph/)
  expect(words.map((field) => (field as HTMLInputElement).value)).toEqual(['Slab', 'Room'])
})

it('asks before closing while a photograph is being prepared', async () => {
  await openSaved()
  const goOn = holdPreparing(1)
  choose(picture('01-the-pit.jpg'))
  await waitFor(async () => expect(Object.keys((await stored())[0]?.draft.photographs ?? {})).toHaveLength(1))
  await waitFor(() => expect(outbox.hasUnstored()).toBe(false))
  expect(asksBeforeClosing()).toBe(true)
  goOn()
  await waitFor(() => expect(screen.queryByText(/^Being/)).toBeNull())
  await isSaved()
  expect(asksBeforeClosing()).toBe(false)
})

it('makes an address of a title without a letter from a to z, and shows titles in their own direction', async () => {
  await openNew()
  const title = screen.getByLabelText('Title')
  expect(title).toHaveAttribute('dir', 'auto')
  put(title, '🏗️🏗️')
  expect(title).toHaveAccessibleDescription(/\/project\/project, follows.*no letters from a to z/)
})

it('gives the second project of a title an address of its own, and says so', async () => {
  const { user } = await openPublished()
  await user.click(button('All projects'))
  await user.click(await screen.findByRole('button', { name: 'Add project' }))
  put(await screen.findByLabelText('Title'), 'Beneath Camden')
  const told = /\/project\/beneath-camden-2, .*Another project has this title/
  await waitFor(() => expect(screen.getByLabelText('Title')).toHaveAccessibleDescription(told))
  await isSaved()
})

it('makes no row of what was only looked at, and one of the first letter', async () => {
  const { user } = await openNew()
  expect(screen.getByText('Nothing entered yet.')).toBeVisible()
  await user.click(button('All projects'))
  expect(await stored()).toEqual([])
  await user.click(await screen.findByRole('button', { name: 'Add project' }))
  put(await screen.findByLabelText('Title'), 'B')
  await isSaved()
  expect(await titlesStored()).toEqual(['B'])
})

it('takes a lost answer and one more word for its own', async () => {
  await openNew()
  loseAnswers(SAVE)
  put(screen.getByLabelText('Title'), 'Beneath')
  expect(await screen.findByText(/^Not saved yet: no connection/)).toBeVisible()
  put(screen.getByLabelText('Title'), 'Beneath Camden')
  fireEvent(document, new Event('visibilitychange', { bubbles: true }))
  reconnect()
  await isSaved()
  expect(await titlesStored()).toEqual(['Beneath Camden'])
  expect(screen.queryByRole('alert')).toBeNull()
  expect(asksBeforeClosing()).toBe(false)
})

it.each([
  [500, 'the server is busy'],
  [522, 'the server is busy'],
  [429, 'the server is busy'],
  [503, 'no connection'],
])('repeats a save and an upload that were answered with %i: %s', async (status, reason) => {
  await openNew()
  refuse(/rpc\/save_project|\/storage\//, status)
  put(screen.getByLabelText('Title'), 'Beneath Camden')
  choose(picture('01-the-pit.jpg'))
  expect(await screen.findByText(new RegExp(`^Not saved yet: ${reason}`))).toBeVisible()
  expect(await screen.findByText(/^Not uploaded yet/)).toBeVisible()
  reconnect()
  await isSaved()
  expect(screen.queryByText(/^Not uploaded/)).toBeNull()
  expect(Object.values((await stored())[0]?.draft.photographs ?? {})).toMatchObject([{ picture: {} }])
})

it('keeps what is typed while a backup is being restored, and saves it afterwards', async () => {
  await openNew()
  refuse(SAVE, 423, {}, { code: 'PT423', message: 'restore_unfinished' })
  put(screen.getByLabelText('Title'), 'Beneath Camden')
  expect(await screen.findByText(/^Not saved yet: a backup is being restored/)).toBeVisible()
  reconnect()
  await isSaved()
  expect(await titlesStored()).toEqual(['Beneath Camden'])
})

it('leaves a server alone for as long as it asks, unless the connection comes back', async () => {
  await openNew()
  refuse(SAVE, 429, { 'Retry-After': '60' })
  put(screen.getByLabelText('Title'), 'Beneath Camden')
  await screen.findByText(/^Not saved yet: the server is busy/)
  const pauses = vi.mocked(setTimeout).mock.calls.map(([, ms = 0]) => ms)
  expect(pauses).toContainEqual(expect.toSatisfy((ms) => ms > 55_000 && ms <= 60_000))
  reconnect()
  await isSaved()
})

it('keeps what is typed while a save runs, and sends it next', async () => {
  await openNew()
  const saving = holdBack(SAVE)
  put(screen.getByLabelText('Title'), 'Beneath')
  await waitFor(() => expect(saving.count()).toBe(1))
  put(screen.getByLabelText('Title'), 'Beneath Camden')
  put(screen.getByLabelText('Place'), 'NW1')
  saving.release()
  await isSaved()
  expect(screen.getByLabelText('Title')).toHaveValue('Beneath Camden')
  await waitFor(async () => expect(await titlesStored()).toEqual(['Beneath Camden']))
})

it('goes on in the background when the form is left, and shows the newest to whoever comes back', async () => {
  const { user, router } = await openNew()
  const saving = holdBack(SAVE)
  put(screen.getByLabelText('Title'), 'Beneath Camden')
  const place = await hasOwnAddress(router)
  await user.click(screen.getByRole('tab', { name: 'Publish' }))
  await screen.findByRole('heading', { name: 'Publish to the website' })
  await waitFor(() => expect(saving.count()).toBe(1))
  // It is in memory alone, whatever shows.
  expect(asksBeforeClosing()).toBe(true)
  await act(() => router.navigate(place))
  expect(await screen.findByLabelText('Title')).toHaveValue('Beneath Camden')
  saving.release()
  await isSaved()
  expect(asksBeforeClosing()).toBe(false)
})

it('uploads a file again that was cleared before its row named it', async () => {
  // The save that names them.
  expectConsole('error')
  const { account } = await openNew()
  const clear = () => sql('delete from storage.objects where owner_id = $1', [account.id])
  const isUploaded = async () =>
    expect(await sql('select 1 from storage.objects where owner_id = $1', [account.id])).toHaveLength(3)
  await clear()
  const saving = holdBack(SAVE)
  choose(picture('01-the-pit.jpg'))
  await waitFor(isUploaded)
  await waitFor(() => expect(saving.count()).toBeGreaterThan(0))
  await clear()
  saving.release()
  await isSaved()
  await isUploaded()
})

it('says at its own card which photograph the server refuses, keeps it, and tries again when asked', async () => {
  expectConsole('error')
  const { user } = await openNew()
  const bucket = 'update storage.buckets set file_size_limit = '
  await sql(`${bucket} 1`)
  choose(picture('01-the-pit.jpg'))
  const refused = await screen.findByRole('alert')
  expect(refused).toHaveTextContent(/^Not uploaded\. The server refused this as too large\./)
  await sql(`${bucket} 52428800`)
  choose(picture('02-the-pour.jpg'))
  await waitFor(() => expect(screen.getByText('Uploaded: 1 of 2')).toBeVisible())
  // Another one's success says nothing of it.
  expect(screen.getByText('Not saved yet')).toBeVisible()
  expect(refused).toBeVisible()
  await user.click(button('Try again 01-the-pit.jpg'))
  await isSaved()
  expect(screen.queryByRole('alert')).toBeNull()
})

it('keeps a text that is too long beside its message, and saves the others', async () => {
  await openNew()
  put(screen.getByLabelText('Description'), 'x'.repeat(140_000))
  put(screen.getByLabelText('Title'), 'Beneath Camden')
  await waitFor(() =>
    expect(screen.getByLabelText('Description')).toHaveAccessibleDescription(/has become too large to be saved/),
  )
  expect(await titlesStored()).toEqual(['Beneath Camden'])
  expect(screen.getByRole('alert')).toHaveTextContent(/^Not saved yetThe project has become too large/)
  put(screen.getByLabelText('Description'), `\0\ud83c${'x'.repeat(100_000)}`)
  await isSaved()
})

it('needs nothing of the browser’s storage', async () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('Full', 'QuotaExceededError')
  })
  await openSaved()
  expect(await titlesStored()).toEqual(['Beneath Camden'])
})

it('asks whoever is signed out to sign in, and keeps what they typed', async () => {
  await openNew()
  const { supabase } = await import('@/admin/backend/client')
  vi.spyOn(supabase.auth, 'getSession').mockResolvedValue({ data: { session: null }, error: null })
  put(screen.getByLabelText('Title'), 'Beneath Camden')
  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent('Your session has ended.')
  expect(within(alert).getByRole('link', { name: 'Sign in' })).toBeVisible()
  expect(screen.getByLabelText('Title')).toHaveValue('Beneath Camden')
})

it('shows and sends nothing of one user as another, and goes on when they are back', async () => {
  const { user, router, account } = await openNew()
  const { supabase } = await import('@/admin/backend/client')
  cutOff(SAVE)
  put(screen.getByLabelText('Title'), 'Beneath Camden')
  await screen.findByText(/^Not saved yet/)
  const place = await hasOwnAddress(router)
  const colleague = await makeAccount('colleague')
  await act(() => supabase.auth.signInWithPassword(colleague))
  expect(await screen.findByText(/^This no longer exists/)).toBeVisible()
  expect(asksBeforeClosing()).toBe(false)
  unblock()
  // What is sent as the colleague is sent with this, or has been.
  await act(() => router.navigate(PLACE))
  await user.click(await screen.findByRole('button', { name: 'Add project' }))
  put(await screen.findByLabelText('Title'), 'The colleague’s')
  await isSaved()
  expect(await titlesStored()).toEqual(['The colleague’s'])
  await act(() => supabase.auth.signInWithPassword(account))
  await act(() => router.navigate('/'))
  await act(() => router.navigate(place))
  await waitFor(() => expect(screen.getByLabelText('Title')).toHaveValue('Beneath Camden'))
  await isSaved()
  expect(await titlesStored()).toContain('Beneath Camden')
})

it('is saved as soon as its author has signed in again', async () => {
  // This DOM reports what is refused.
  expectConsole('error')
  const account = await makeAccount()
  const { user } = await openAs(account, PLACE)
  await user.click(await screen.findByRole('button', { name: 'Add project' }))
  await sql('delete from auth.sessions where user_id = $1', [account.id])
  put(await screen.findByLabelText('Title'), 'Beneath Camden')
  await signInAgain(user, account)
  await isSaved()
  expect(await titlesStored()).toEqual(['Beneath Camden'])
})

it('is not sent as somebody whom another tab has signed in a moment ago', async () => {
  await openNew()
  const colleague = await makeAccount('colleague')
  const signIn = { method: 'POST', body: { email: colleague.email, password: colleague.password } }
  const { body } = await callAs(server(), 'visitor', '/auth/v1/token?grant_type=password', signIn)
  const key = Object.keys(window.localStorage).find((name) => name.startsWith('sb-')) ?? ''
  window.localStorage.setItem(key, JSON.stringify(body))
  put(screen.getByLabelText('Title'), 'Beneath Camden')
  expect(await screen.findByRole('alert')).toHaveTextContent('Your session has ended.')
  expect(await stored()).toEqual([])
})

it('shows how a project was published in its own form alone', async () => {
  const { user } = await openSaved('01-the-pit.jpg')
  const publishing = holdBack(/rpc\/publish_project/)
  await publish(user)
  await user.click(button('All projects'))
  await user.click(await screen.findByRole('button', { name: 'Add project' }))
  publishing.release()
  await publishing.answered()
  // Whatever the answer shows is there by the time this is saved.
  put(await screen.findByLabelText('Title'), 'Another')
  await isSaved()
  expect(await stored()).toMatchObject([{ status: 'draft' }, { status: 'published' }])
  expect(screen.queryByText('Published.')).toBeNull()
})

it('takes a late answer for its own project alone, whatever is being typed in the form of another', async () => {
  vi.spyOn(document, 'hasFocus').mockReturnValue(true)
  const { user } = await openSaved()
  await changeElsewhere('title', 'Their title')
  const saving = holdBack(SAVE)
  put(screen.getByLabelText('Place'), 'Kentish Town')
  await waitFor(() => expect(saving.count()).toBe(1))
  await user.click(button('All projects'))
  await user.click(await screen.findByRole('button', { name: 'Add project' }))
  act(() => screen.getByLabelText('Title').focus())
  saving.release()
  await saving.answered()
  unblock()
  put(screen.getByLabelText('Title'), 'Another')
  await isSaved()
  holdBack(SAVE)
  expect(await reopen(user, 'Their title')).toHaveValue('Their title')
})

it('stops publishing when asked, while there is no connection', async () => {
  const { user } = await openSaved('01-the-pit.jpg')
  cutOff(/publish_project/)
  await publish(user)
  await user.click(await screen.findByRole('button', { name: 'Cancel' }))
  reconnect()
  await isSaved()
  expect(await stored()).toMatchObject([{ status: 'draft' }])
})

it('has published once where the answer was lost', async () => {
  expectConsole('error')
  const { user } = await openSaved('01-the-pit.jpg')
  loseAnswers(/publish_project/)
  await publish(user)
  await waitFor(async () => expect(await stored()).toMatchObject([{ status: 'published' }]))
  reconnect()
  await screen.findByText('Published.')
  expect(await stored()).toMatchObject([{ address: 'beneath-camden', status: 'published' }])
})

it('says nothing of a project that is gone where only the list could not be read', async () => {
  await openNew()
  cutOff(/admin_portfolio/)
  put(screen.getByLabelText('Title'), 'Beneath Camden')
  await isSaved()
  expect(screen.queryByText(/no longer exists|was deleted/)).toBeNull()
})

it('takes what others write in other fields, asks beside one that both wrote, and lets the others go on', async () => {
  const { user } = await openSaved()
  await changeElsewhere('services', 'Piling')
  await changeElsewhere('title', 'Their title')
  put(screen.getByLabelText('Title'), 'My title')
  put(screen.getByLabelText('Place'), 'Kentish Town')
  const question = await screen.findByRole('alert')
  expect(question).toHaveTextContent(/^This was changed elsewhere after you began.*HereMy titleElsewhereTheir title/)
  expect(screen.getByLabelText('Services (optional)')).toHaveValue('Piling')
  await waitFor(async () =>
    expect(await stored()).toMatchObject([{ draft: { title: 'Their title', location: 'Kentish Town' } }]),
  )
  expect(button('Publish')).toBeDisabled()
  expect(screen.getByText(/^Not saved yet: please choose/)).toBeVisible()
  put(screen.getByLabelText('Title'), 'My title, longer')
  await user.click(button('Keep mine'))
  await isSaved()
  expect(await titlesStored()).toEqual(['My title, longer'])
  await changeElsewhere('title', 'Their second title')
  put(screen.getByLabelText('Title'), 'Mine again')
  await user.click(await screen.findByRole('button', { name: 'Take the other' }))
  expect(screen.getByLabelText('Title')).toHaveValue('Their second title')
  expect(await titlesStored()).toEqual(['Their second title'])
})

it('changes no field under whoever writes in it, and shows it at the next look after they have left it', async () => {
  const { user } = await openSaved()
  vi.spyOn(document, 'hasFocus').mockReturnValue(true)
  act(() => screen.getByLabelText('Title').focus())
  await changeElsewhere('title', 'Their title')
  put(screen.getByLabelText('Place'), 'Kentish Town')
  await waitFor(async () => expect(await stored()).toMatchObject([{ draft: { location: 'Kentish Town' } }]))
  expect(screen.getByLabelText('Title')).toHaveValue('Beneath Camden')
  await user.tab()
  fireEvent(document, new Event('visibilitychange', { bubbles: true }))
  await waitFor(() => expect(screen.getByLabelText('Title')).toHaveValue('Their title'))
})

it('tells whoever writes about a photograph that somebody else has removed, and puts it back with their words', async () => {
  const { user } = await openSaved('01-the-pit.jpg')
  const [project] = await stored()
  const [key] = Object.keys(project?.draft.photographs ?? {})
  await changeElsewhere(`photographs/${key}/removed`, true)
  put(screen.getByLabelText('What photograph 1 shows'), 'The trial pit')
  const told = await screen.findByRole('alert')
  expect(told).toHaveTextContent(/^01-the-pit\.jpg was removed elsewhere after you began\..*The trial pit/)
  await user.click(button('Put it back'))
  await isSaved()
  expect(screen.getByLabelText('What photograph 1 shows')).toHaveValue('The trial pit')
  expect(Object.values((await stored())[0]?.draft.photographs ?? {})).toMatchObject([
    { alt: 'The trial pit', removed: false, picture: {} },
  ])
})

it('publishes what its question has shown, and asks again where somebody has changed it meanwhile', async () => {
  expectConsole('error')
  const { user } = await openSaved('01-the-pit.jpg')
  await user.click(button('Publish'))
  await changeElsewhere('summary', 'Another summary.')
  await confirm(user, 'Publish now')
  const again = await screen.findByRole('alertdialog', { name: 'Publish it all the same?' })
  expect(again).toHaveTextContent('Somebody else has changed the project since you were asked.')
  expect(await stored()).toMatchObject([{ status: 'draft' }])
  await user.click(within(again).getByRole('button', { name: 'Publish now' }))
  await screen.findByText('Published.')
  expect(await sql(`select published ->> 'summary' as summary from projects`)).toEqual([
    { summary: 'Another summary.' },
  ])
})

it('publishes nothing that its question has not shown, where that came while the last words were being saved', async () => {
  const { user } = await openSaved('01-the-pit.jpg')
  const saving = holdBack(SAVE)
  put(screen.getByLabelText('Place'), 'Kentish Town')
  await waitFor(() => expect(saving.count()).toBe(1))
  await publish(user)
  await changeElsewhere('summary', 'Another summary.')
  saving.release()
  expect(await screen.findByRole('alertdialog', { name: 'Publish it all the same?' })).toBeVisible()
  expect(await stored()).toMatchObject([{ status: 'draft', draft: { location: 'Kentish Town' } }])
})

it('makes a new project of what was entered in one that was deleted elsewhere, where that is wanted', async () => {
  expectConsole('error')
  const { user } = await openSaved()
  await sql('update projects set draft = null, deleted_at = now()')
  put(screen.getByLabelText('Title'), 'Mine')
  await screen.findByText(/^This project was deleted/)
  await user.click(button('Make mine a new project'))
  await isSaved()
  expect(screen.getByLabelText('Title')).toHaveValue('Mine')
  expect(await sql(`select draft ->> 'title' as title from projects where draft is not null`)).toEqual([
    { title: 'Mine' },
  ])
})

it('goes back to what visitors see, and puts back what was cleared', async () => {
  const { user } = await openPublished()
  expect(screen.queryByRole('button', { name: 'Back to what visitors see' })).toBeNull()
  await reopen(user)
  put(screen.getByLabelText('Place'), '')
  await user.click(button('Put back what it said'))
  expect(screen.getByLabelText('Place')).toHaveValue('Camden')
  put(screen.getByLabelText('Place'), 'Elsewhere')
  await user.click(button('Back to what visitors see'))
  expect(screen.getByLabelText('Place')).toHaveValue('Camden')
  await isSaved()
  expect(await stored()).toMatchObject([{ draft: { location: 'Camden' }, status: 'published' }])
})

it('takes facts in a folded group, which opens where one cannot be published, and says what of them changes', async () => {
  const { user } = await openNew()
  fill('Beneath Camden')
  await addPicture('01-the-pit.jpg')
  const group = () => screen.getByText('Facts').closest('details')
  expect(group()).not.toHaveAttribute('open')
  put(screen.getByLabelText('Depth (optional)'), '3.2 m')
  put(screen.getByLabelText('Ground (optional)'), 'x'.repeat(61))
  await user.click(button('Publish'))
  expect(group()).toHaveAttribute('open')
  expect(screen.getByLabelText('Ground (optional)')).toHaveFocus()
  expect(screen.getByLabelText('Ground (optional)')).toHaveAccessibleDescription(/shorten this to 60 characters/)
  put(screen.getByLabelText('Ground (optional)'), '')
  expect(group()).toHaveAttribute('open')
  await publish(user)
  await screen.findByText('Published.')
  expect(await sql('select published from projects')).toMatchObject([{ published: { facts: { depth: '3.2 m' } } }])
  put(screen.getByLabelText('Depth (optional)'), '')
  put(screen.getByLabelText('Area (optional)'), '48 m²')
  await user.click(button('Publish'))
  const dialog = question()
  expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Depth: “3.2 m” removed',
    'Area: “48 m²” added',
  ])
  await user.click(dialog.getByRole('button', { name: 'Publish now' }))
  await waitFor(async () =>
    expect(await sql('select published from projects')).toMatchObject([{ published: { facts: { area: '48 m²' } } }]),
  )
})

it('merges the facts of two devices, and opens their group to ask about one that both wrote', async () => {
  await openSaved()
  await changeElsewhere('depth', '3 m')
  await changeElsewhere('weeks', '20 weeks')
  put(screen.getByLabelText('Depth (optional)'), '4 m')
  put(screen.getByLabelText('Area (optional)'), '48 m²')
  const question = await screen.findByRole('alert')
  expect(question).toHaveTextContent(/Here4 mElsewhere3 m/)
  expect(question.closest('details')).toHaveAttribute('open')
  expect(screen.getByLabelText('Time on site (optional)')).toHaveValue('20 weeks')
  await waitFor(async () => expect(await stored()).toMatchObject([{ draft: { area: '48 m²', weeks: '20 weeks' } }]))
})

it('deletes a draft for good, after what is being saved', async () => {
  const { user } = await openNew()
  const saving = holdBack(SAVE)
  fill('Beneath Camden')
  await waitFor(() => expect(saving.count()).toBe(1))
  await user.click(button('Delete draft'))
  await confirm(user, 'Delete draft')
  saving.release()
  await screen.findByRole('heading', { name: 'Projects', level: 2 })
  expect(await sql('select 1 from projects where draft is not null')).toEqual([])
})

it('says which photographs wait for another device, takes them here, and uploads one before the next is prepared', async () => {
  // All of a test's pictures are one, and this DOM knows no locks.
  expectConsole('error')
  const { user } = await openSaved()
  await addElsewhere('a', 'b')
  await reopen(user)
  expect(await screen.findByText('2 photographs are still on another device.')).toBeVisible()
  const uploads = holdBack(/missing_site_media/)
  const goOn = holdPreparing(2)
  choose(picture('c.jpg'), picture('d.jpg'))
  await waitFor(() => expect(uploads.count()).toBe(1))
  expect(screen.getAllByText('Being prepared...')).toHaveLength(1)
  goOn()
  fireEvent.change(screen.getByLabelText('Choose a.jpg again'), { target: { files: [picture('a.jpg')] } })
  expect(await screen.findByText('1 photograph is still on another device.')).toBeVisible()
  uploads.release()
  await isSaved()
  expect(screen.queryByText(/^Being/)).toBeNull()
  expect(screen.getByLabelText('What photograph 1 shows')).toHaveValue('View a')
})

it('keeps a photograph and its words where the file that was chosen again cannot be read', async () => {
  const { user } = await openSaved()
  await addElsewhere('a')
  await reopen(user)
  HTMLImageElement.prototype.decode = vi.fn().mockRejectedValue(new DOMException('No image', 'EncodingError'))
  const again = await screen.findByLabelText('Choose a.jpg again')
  fireEvent.change(again, { target: { files: [picture('torn.jpg')] } })
  expect(await screen.findByText(/^torn\.jpg cannot be read/)).toBeVisible()
  await isSaved()
  expect(screen.getByLabelText('What photograph 1 shows')).toHaveValue('View a')
  expect(Object.values((await stored())[0]?.draft.photographs ?? {})).toEqual([
    expect.not.objectContaining({ removed: true }),
  ])
})

it('says of a file that the server has lost that it is missing, and takes it again', async () => {
  await openPublished()
  const saves = listenTo(SAVE)
  await sql('delete from storage.objects')
  put(screen.getByLabelText('Title'), 'Beneath Camden Town')
  await isSaved()
  expect(saves.length).toBeLessThan(3)
  const card = within(screen.getByRole('list', { name: 'Photographs' }))
  fireEvent.error(card.getByRole('presentation'))
  expect(await card.findByText('It is no longer on the server.')).toBeVisible()
  fireEvent.change(screen.getByLabelText('Choose 01-the-pit.jpg again'), {
    target: { files: [picture('01-the-pit.jpg')] },
  })
  await waitFor(async () => expect(await sql('select 1 from storage.objects')).toHaveLength(3))
  await waitFor(() => expect(card.queryByText(/^Being|no longer on the server/)).toBeNull())
})

it('has nothing left to save after going back during an upload', async () => {
  const { user } = await openPublished()
  const uploads = holdBack(/missing_site_media/)
  drawPictures(crypto.randomUUID())
  choose(picture('02-the-pour.jpg'))
  await waitFor(() => expect(uploads.count()).toBe(1))
  await user.click(button('Back to what visitors see'))
  uploads.release()
  await isSaved()
  expect(asksBeforeClosing()).toBe(false)
  expect(screen.getAllByLabelText(/^What photograph/)).toHaveLength(1)
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(async () => {
    const [{ draft: { photographs = {} } = {} } = {}] = await stored()
    expect(Object.values(photographs).filter(({ removed, picture }) => picture && !removed)).toHaveLength(2)
  })
})

it('asks before closing while a publication waits for the connection', async () => {
  const { user } = await openSaved('01-the-pit.jpg')
  expect(asksBeforeClosing()).toBe(false)
  cutOff(/publish_project/)
  await publish(user)
  await screen.findByText(/^Not published yet: no connection/)
  expect(asksBeforeClosing()).toBe(true)
  await user.click(button('Cancel'))
  await isSaved()
  expect(asksBeforeClosing()).toBe(false)
  reconnect()
})

it('sends everything before its author is logged out, and asks where something cannot be sent', async () => {
  const { user, router } = await openNew()
  put(screen.getByLabelText('Title'), 'Beneath Camden')
  cutOff(SAVE)
  const logOut = () => user.click(screen.getByRole('button', { name: 'Logout' }))
  await logOut()
  const question = await screen.findByRole('alertdialog', { name: 'Not everything has reached the server' })
  expect(question).toHaveTextContent('“Beneath Camden”: 1 change')
  await user.click(within(question).getByRole('button', { name: 'Stay logged in' }))
  expect(screen.getByLabelText('Title')).toHaveValue('Beneath Camden')
  reconnect()
  await isSaved()
  put(screen.getByLabelText('Place'), 'Camden')
  await logOut()
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin/login'))
  expect(await stored()).toMatchObject([{ draft: { location: 'Camden' } }])
})

it('is deleted for good from the list, too, where it was never published, and says so before and after', async () => {
  const { user } = await openNew()
  put(screen.getByLabelText('Title'), 'Beneath Camden')
  await isSaved()
  await user.click(button('All projects'))
  await user.click(await screen.findByRole('button', { name: 'Delete Beneath Camden' }))
  const question = screen.getByRole('alertdialog')
  expect(question).toHaveTextContent('It was never published. Its words and photographs are deleted for good.')
  await user.click(within(question).getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('“Beneath Camden” deleted for good')).toBeVisible()
  expect(screen.queryByRole('heading', { name: 'Deleted in the last 30 days' })).toBeNull()
})

it('opens a new project from the Overview without a connection, and saves it later', async () => {
  const { router } = await openList()
  await act(() => router.navigate('/admin/dashboard'))
  const link = await screen.findByRole('link', { name: 'Add project' })
  cutOff()
  fireEvent.click(link)
  fireEvent.click(link)
  expect(await screen.findByRole('heading', { name: 'New project' })).toBeVisible()
  expect(screen.getByText('Nothing entered yet.')).toBeVisible()
  put(screen.getByLabelText('Title'), 'Beneath Camden')
  expect(await screen.findByText(/^Not saved yet: no connection/)).toBeVisible()
  reconnect()
  await isSaved()
  expect(await titlesStored()).toEqual(['Beneath Camden'])
})

it('gives a new project its own address with the first letter, and the focus stays', async () => {
  await beSignedIn()
  const { user, router } = await renderSite(NEW)
  const title = await screen.findByLabelText('Title')
  await user.type(title, 'Bene')
  const first = await hasOwnAddress(router)
  expect(screen.getByLabelText('Title')).toBe(title)
  expect(title).toHaveFocus()
  await user.keyboard('ath')
  await isSaved()
  // The address was replaced, so the next one is another project.
  await act(() => router.navigate(NEW))
  expect(await screen.findByText('Nothing entered yet.')).toBeVisible()
  put(screen.getByLabelText('Title'), 'Above')
  expect((await hasOwnAddress(router)).search).not.toBe(first.search)
  await waitFor(async () => expect((await titlesStored()).sort()).toEqual(['Above', 'Beneath']))
  await act(() => router.navigate(-1))
  await waitFor(() => expect(screen.getByLabelText('Title')).toHaveValue('Beneath'))
})

it('stores nothing of new projects that are only opened, left and returned to', async () => {
  const { user, router } = await openNew()
  await act(() => router.navigate(-1))
  expect(await screen.findByRole('heading', { name: 'Projects' })).toBeVisible()
  await act(() => router.navigate(1))
  expect(await screen.findByText('Nothing entered yet.')).toBeVisible()
  await user.click(button('All projects'))
  await screen.findByRole('heading', { name: 'Projects' })
  expect(outbox.projects()).toEqual([])
  expect(await stored()).toEqual([])
})

it('says that a project which exists nowhere no longer exists', async () => {
  await beSignedIn()
  await renderSite(`${PLACE}&project=${ID}`)
  expect(await screen.findByText(/^This no longer exists/)).toBeVisible()
  expect(screen.getByRole('button', { name: 'All projects' })).toBeVisible()
})

it('is one of several reasons to ask before closing, which stand in every section until the last has gone', async () => {
  const { user, router } = await openNew()
  const saving = holdBack(SAVE)
  put(screen.getByLabelText('Title'), 'Beneath Camden')
  // It goes on there, so nothing is asked within the site.
  await user.click(screen.getByRole('link', { name: 'Theme' }))
  await user.click(await screen.findByRole('button', { name: /^not-found\.tsx/ }))
  await user.click(await screen.findByRole('button', { name: 'Edit' }))
  put(await screen.findByRole('textbox', { name: /^Edit / }), 'Typed')
  saving.release()
  await waitFor(async () => expect(await stored()).toHaveLength(1))
  expect(asksBeforeClosing()).toBe(true)
  await user.click(screen.getByRole('link', { name: 'Media' }))
  await user.click(await screen.findByRole('button', { name: 'Discard changes' }))
  await waitFor(() => expect(router.state.location.search).toBe('?section=media'))
  expect(asksBeforeClosing()).toBe(false)
})

const ID = '00000000-0000-4000-8000-000000000001'
const [pit, slab, room] = [fileOf('a'), fileOf('b'), fileOf('c')]
const DAYS = ['2026-03-02T09:00:00Z', '2026-03-03T09:00:00Z', '2026-03-04T09:00:00Z'] as const
const [first, second, third] = [formatDateTime(DAYS[0]), formatDateTime(DAYS[1]), formatDateTime(DAYS[2])]
const contentWith = (summary: string, ...files: string[]) => {
  const images = files.map((file) => ({ ...photographOf(file), alt: `View ${file.charAt(0)}` }))
  return { ...contentOf(...images), title: 'A cellar', summary }
}
const before = { ...contentWith('A dry cellar for a café.', pit, slab), location: 'Kentish Town' }
const present = contentWith('A dry one.', pit)
/** Stores a project that was published twice, by two people; the form keeps the photograph that was removed. */
const addVersions = async (change: { status?: string } = {}) => {
  const { 0: kept, 1: removed } = draftOf(before).photographs
  const draft = {
    ...draftOf(present),
    photographs: { 0: kept, 1: { ...removed, removed: true, place: 7, alt: 'Long. '.repeat(400) } },
  }
  const json = { draft, published: present, published_draft: draftOf(present) }
  const written = Object.fromEntries(Object.entries(json).map(([name, value]) => [name, JSON.stringify(value)]))
  const row = { id: ID, address: 'a-cellar', position: 0, status: 'published' }
  await storeFiles({ sql }, [pit, slab, room])
  await insert('projects', { ...row, ...written, ...change })
  for (const [index, content] of [before, present].entries())
    await addEvent(ID, 'published', {
      ...{ happened_at: DAYS[index] ?? '', by_whom: ['ann@', 'sam@'][index] ?? '' },
      draft: JSON.stringify(draftOf(content)),
    })
}
const addEvent = (project: string, what: string, change: Record<string, string> = {}) =>
  insert('private.project_versions', { project, what, happened_at: DAYS[2], by_whom: 'sam@', ...change })
const openVersions = async (title = 'A cellar') => {
  const site = await openList()
  await site.user.click(button(`Earlier versions ${title}`))
  return site
}
const openForm = async () => {
  await beSignedIn()
  const site = await renderSite(`${PLACE}&project=${ID}`)
  await screen.findByLabelText('Title')
  return site
}
/** The pictures of a version are a list of their own. */
const versions = async () =>
  [...(await screen.findByRole('list', { name: 'Versions' })).children].map((item) => within(item as HTMLElement))
const views = () => screen.queryAllByLabelText(/^What photograph/).map((field) => (field as HTMLTextAreaElement).value)
const draftStored = async () => (await stored())[0]?.draft

it('says who did what to a project, when, what differs, and which publication visitors see', async () => {
  await addVersions()
  await addEvent(ID, 'shown again')
  await openVersions()
  const [event, newest, oldest] = await versions()
  expect(event?.getByText(/by sam@/).closest('p')).toHaveTextContent(`Shown again by sam@, ${third}`)
  expect(newest?.getByText(/by sam@/).closest('p')).toHaveTextContent(`Published by sam@, ${second}`)
  expect(newest?.getByText('Place, summary, 1 photograph removed')).toBeVisible()
  expect(newest?.getByText('Visitors see this')).toBeVisible()
  expect(oldest?.getByText(/by ann@/).closest('p')).toHaveTextContent(`Published by ann@, ${first}`)
  expect(oldest?.queryByText('Visitors see this')).toBeNull()
})

it('calls nothing seen of a project that is hidden', async () => {
  await addVersions({ status: 'hidden' })
  await openVersions()
  expect(await screen.findAllByRole('button', { name: /^Show / })).toHaveLength(2)
  expect(screen.queryByText('Visitors see this')).toBeNull()
})

it('shows the versions of a deleted project, and puts none back', async () => {
  await addVersions()
  await sql('update projects set deleted_at = now()')
  await openVersions()
  expect(await screen.findAllByRole('button', { name: /^Show / })).toHaveLength(2)
  expect(screen.queryByRole('button', { name: /^Put back/ })).toBeNull()
})

it('shows the versions of a project that was deleted meanwhile, and puts none back', async () => {
  await addVersions()
  const { user } = await openList()
  await sql('update projects set deleted_at = now()')
  await user.click(button('Earlier versions A cellar'))
  expect(await screen.findAllByRole('button', { name: /^Show / })).toHaveLength(2)
  expect(screen.queryByRole('button', { name: /^Put back/ })).toBeNull()
})

it('says of a built-in project who hid it, or that nothing happened yet', async () => {
  const [hidden, untouched] = builtInCards
  await insert('projects', { id: hidden?.id ?? '', built_in: true, status: 'published' })
  await addEvent(hidden?.id ?? '', 'hidden')
  const { user } = await openVersions(hidden?.title)
  expect(await screen.findByRole('list', { name: 'Versions' })).toHaveTextContent(/^Hidden by sam@/)
  await user.click(button('Close'))
  await user.click(button(`Earlier versions ${untouched?.title}`))
  expect(await screen.findByText('Nothing was published, hidden or shown again yet.')).toBeVisible()
})

it('puts a version back into the draft, photographs included, and not before visitors; undoing it leaves what was typed since', async () => {
  await addVersions()
  const site = await openForm()
  expect(views()).toEqual(['View a'])
  await site.user.click(button('Earlier versions'))
  await site.user.click(await screen.findByRole('button', { name: `Put back ${first}` }))
  expect(
    await screen.findByText(`The version of ${first} is in the draft of “A cellar”. Visitors see it once you publish.`),
  ).toBeVisible()
  expect(screen.getByLabelText('Summary')).toHaveValue('A dry cellar for a café.')
  expect(views()).toEqual(['View a', 'View b'])
  await isSaved()
  await waitFor(async () => expect(await draftStored()).toMatchObject(draftOf(before)))
  expect(await sql('select published from projects')).toEqual([{ published: present }])
  put(screen.getByLabelText('Place'), 'Camden, typed')
  await site.user.click(button('Undo'))
  expect(screen.getByLabelText('Summary')).toHaveValue('A dry one.')
  expect(screen.getByLabelText('Place')).toHaveValue('Camden, typed')
  expect(views()).toEqual(['View a'])
  await waitFor(async () =>
    expect(await draftStored()).toMatchObject({ summary: 'A dry one.', photographs: { 1: { removed: true } } }),
  )
  await isSaved()
  expect(screen.queryByText(/was removed elsewhere/)).toBeNull()
})

it('puts a version back from the list, without what was added since, until that is undone', async () => {
  await addVersions()
  await changeElsewhere('photographs/2', { name: 'room.jpg', alt: 'View c', place: 3, picture: pictureOf(room) })
  const { user } = await openVersions()
  await user.click(await screen.findByRole('button', { name: `Put back ${first}` }))
  const removed = async () =>
    Object.values((await draftStored())?.photographs ?? {}).map((photograph) => photograph.removed ?? false)
  await waitFor(async () => expect(await removed()).toEqual([false, false, true]))
  expect(await draftStored()).toMatchObject({ summary: 'A dry cellar for a café.' })
  expect(await screen.findByText('Unpublished changes')).toBeVisible()
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(async () => expect(await removed()).toEqual([false, true, false]))
  expect(await draftStored()).toMatchObject({ summary: 'A dry one.' })
})

it('goes back to the draft from before the first of two put back, from wherever one is by then', async () => {
  await addVersions()
  await changeElsewhere('summary', 'Not published yet.')
  const { user } = await openVersions()
  await user.click(await screen.findByRole('button', { name: `Put back ${first}` }))
  await user.click(button('Earlier versions A cellar'))
  await user.click(await screen.findByRole('button', { name: `Put back ${second}` }))
  await user.click(await screen.findByRole('button', { name: 'Edit A cellar' }))
  expect(await screen.findByLabelText('Summary')).toHaveValue('A dry one.')
  await reopen(user, 'A cellar')
  await user.click(button('Undo'))
  await waitFor(() => expect(screen.getByLabelText('Summary')).toHaveValue('Not published yet.'))
  expect(views()).toEqual(['View a'])
  await waitFor(async () => expect(await draftStored()).toMatchObject({ summary: 'Not published yet.' }))
})

it('keeps a photograph that was put back where somebody has written about it since', async () => {
  await addVersions()
  const { user } = await openForm()
  await user.click(button('Earlier versions'))
  await user.click(await screen.findByRole('button', { name: `Put back ${first}` }))
  await waitFor(() => expect(views()).toEqual(['View a', 'View b']))
  put(screen.getByDisplayValue('View b'), 'The slab, typed')
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(screen.getByLabelText('Summary')).toHaveValue('A dry one.'))
  expect(views()).toEqual(['View a', 'The slab, typed'])
  await isSaved()
})

it('brings no photograph back that was deleted for good meanwhile', async () => {
  await addVersions()
  await changeElsewhere('photographs/1/removed', false)
  const { user } = await openForm()
  await user.click(button('Earlier versions'))
  await user.click(await screen.findByRole('button', { name: `Put back ${second}` }))
  await isSaved()
  await user.click(button('Earlier versions'))
  const [, oldest] = await versions()
  await user.click(oldest?.getByText('2 pictures') as HTMLElement)
  await user.click(button('Delete for good View b'))
  await user.click(question().getByRole('button', { name: 'Delete for good' }))
  expect(await screen.findByText('A photograph was deleted for good.')).toBeVisible()
  await user.click(dialog().getByRole('button', { name: 'Close' }))
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull())
  expect(views()).toEqual(['View a'])
})

it('asks where a colleague has typed meanwhile, and loses neither', async () => {
  await addVersions()
  const site = await openForm()
  await site.user.click(button('Earlier versions'))
  await versions()
  await changeElsewhere('summary', 'Typed by a colleague.')
  await changeElsewhere('title', 'A cellar in Camden')
  await site.user.click(await screen.findByRole('button', { name: `Put back ${first}` }))
  expect(await screen.findByText('This was changed elsewhere after you began. Which is to stay?')).toBeVisible()
  expect(screen.getByText('Typed by a colleague.')).toBeVisible()
  expect(await draftStored()).toMatchObject({ summary: 'Typed by a colleague.', title: 'A cellar in Camden' })
  await site.user.click(button('Keep mine'))
  await isSaved()
  expect(await draftStored()).toMatchObject({ summary: 'A dry cellar for a café.', title: 'A cellar in Camden' })
})

it('deletes a picture that visitors do not see for good, from the open draft, too, and says so at the version', async () => {
  await addVersions()
  await changeElsewhere('photographs/1/removed', false)
  const { user } = await openForm()
  expect(views()).toHaveLength(2)
  await user.click(button('Earlier versions'))
  const [newest, oldest] = await versions()
  await user.click(newest?.getByText('1 picture') as HTMLElement)
  expect(newest?.getByText('Visitors see it')).toBeVisible()
  await user.click(oldest?.getByText('2 pictures') as HTMLElement)
  const all = oldest?.getAllByRole('button', { name: /^Delete for good/ })
  expect(all).toHaveLength(1)
  await user.click(button('Delete for good View b'))
  expect(question().getByRole('heading')).toHaveTextContent('Delete this picture (“View b”) for good?')
  expect(screen.getByRole('alertdialog')).toHaveTextContent(
    /from every version, draft and earlier publication .* cannot undo/,
  )
  await user.click(question().getByRole('button', { name: 'Delete for good' }))
  // First, because the toast disappears after a few seconds.
  await waitFor(() => expect(screen.getByText('Deleted for good')).toBeVisible())
  expect(await screen.findByText('A photograph was deleted for good.')).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  await user.click(dialog().getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(views()).toEqual(['View a']))
  expect(JSON.stringify(await draftStored())).not.toContain(slab)
})

it('keeps a picture that visitors see elsewhere, and says what to do first', async () => {
  expectConsole('error')
  await addVersions()
  const shown = { id: ID.replace(/1$/, '2'), address: 'another', position: 1, status: 'published' }
  const content = { ...contentWith('Another one.', slab), title: 'Another' }
  const json = { draft: JSON.stringify(draftOf(content)), published: JSON.stringify(content) }
  await insert('projects', { ...shown, ...json })
  const { user } = await openVersions()
  const [, oldest] = await versions()
  await user.click(oldest?.getByText('2 pictures') as HTMLElement)
  await user.click(button('Delete for good View b'))
  await user.click(question().getByRole('button', { name: 'Delete for good' }))
  expect(await question().findByText(/^Visitors see it, in a project or on the home page/)).toBeVisible()
  await user.click(question().getByRole('button', { name: 'Cancel' }))
  expect(button('Delete for good View b')).toBeVisible()
  // What was read again would else be asked for by nobody.
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
})

it('says when the versions cannot be loaded, and loads them when that is tried again', async () => {
  await addVersions()
  cutOff(/project_history/)
  const { user } = await openVersions()
  expect(await screen.findByText('Error loading the earlier versions')).toBeVisible()
  reconnect()
  await user.click(button('Try again'))
  expect(await versions()).toHaveLength(2)
})
