import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { queryClient } from '@/admin/backend/query-client'
import { formatDateTime } from '@/admin/words/format-date'
import { builtInCards } from '@/content/projects/built-in'
import { cutOff } from '../support/admin-network'
import { forgetBrowser } from '../support/admin-users'
import { sql } from '../support/backstage'
import { expectConsole } from '../support/dom'
import { contentOf, draftOf, fileOf, photographOf, pictureOf, storeFiles } from '../support/own-projects'
import { renderSite } from '../support/render-site'
import { beSignedIn, button, dialog, insert, put, question, reconnect } from './admin-support'

const ID = '00000000-0000-4000-8000-000000000001'
const [pit, slab, room] = [fileOf('a'), fileOf('b'), fileOf('c')]
const days = ['2026-03-02T09:00:00Z', '2026-03-03T09:00:00Z', '2026-03-04T09:00:00Z']
const [first = '', second = '', third = ''] = days.map(formatDateTime)

type Content = ReturnType<typeof contentOf<ReturnType<typeof photographOf>>>
const contentWith = (change: object, ...files: string[]): Content => ({
  ...contentOf(...files.map((file) => ({ ...photographOf(file), alt: `View ${file.slice(0, 1)}` }))),
  ...change,
})
const before = contentWith({ title: 'A cellar', summary: 'A dry cellar for a café.' }, pit, slab)
const present = contentWith({ title: 'A cellar', summary: 'A dry one.' }, pit)
/** The draft of what visitors see, whose form removed the photograph that was published before. */
const draftNow = () => {
  const { photographs, ...words } = draftOf(present)
  return {
    ...words,
    photographs: {
      ...draftOf(before).photographs,
      ...photographs,
      1: { ...draftOf(before).photographs[1], removed: true },
    },
  }
}

/** Stores a project that was published twice, by two people. */
const addProject = async (change: object = {}) => {
  const row = { id: ID, address: 'a-cellar', position: 0, status: 'published', published_at: days[1] as string }
  const json = { draft: draftNow(), published: present, published_draft: draftOf(present) }
  const written = Object.fromEntries(Object.entries(json).map(([name, value]) => [name, JSON.stringify(value)]))
  await insert('projects', { ...row, ...written, ...change })
  await sql('delete from private.project_versions')
  const versions = [
    [days[0], 'ann@example.com', before],
    [days[1], 'sam@example.com', present],
  ] as const
  for (const [at, who, content] of versions)
    await sql(
      `insert into private.project_versions (project, what, happened_at, by_whom, draft) values ($1, 'published', $2, $3, $4::jsonb)`,
      [ID, at, who, JSON.stringify(draftOf(content))],
    )
}
const addEvent = (project: string, what: string) =>
  insert('private.project_versions', { project, what, happened_at: days[2] as string, by_whom: 'sam@example.com' })
const open = async (place = '') => {
  await beSignedIn()
  const site = await renderSite(`/admin/dashboard?section=media&tab=projects${place}`)
  return site
}
const versions = async () => {
  const list = await screen.findByRole('list', { name: 'Versions' })
  // The pictures of a version are a list of their own.
  return [...list.children].map((item) => within(item as HTMLElement))
}
const openFromList = async (title = 'A cellar') => {
  const site = await open()
  await site.user.click(await screen.findByRole('button', { name: `Earlier versions ${title}` }))
  return site
}
const openForm = async () => {
  const site = await open(`&project=${ID}`)
  await screen.findByLabelText('Title')
  return site
}
const putBack = async ({ user }: Awaited<ReturnType<typeof open>>, when = first) =>
  user.click(await screen.findByRole('button', { name: `Put back ${when}` }))
const photographs = () =>
  screen.queryAllByLabelText(/^What photograph/).map((field) => (field as HTMLTextAreaElement).value)
const isSaved = () => screen.findByText(/^Saved at /)
const stored = async () => (await sql<{ draft: { [field: string]: unknown } }>('select draft from projects'))[0]?.draft
const changeElsewhere = (field: string, is: unknown) =>
  sql(
    `update projects set draft = jsonb_set(draft, string_to_array($1, '/'), $2::jsonb), version = version + 1,
      fields = fields || jsonb_build_object($1, jsonb_build_object('at', version + 1, 'by', null))`,
    [field, JSON.stringify(is)],
  )

beforeEach(async () => {
  await sql('delete from projects')
  await storeFiles({ sql }, [pit, slab, room])
})
afterEach(forgetBrowser)

it('says who did what to a project, when, what differs, and which publication visitors see', async () => {
  await addProject()
  await addEvent(ID, 'shown again')
  await openFromList()
  const [event, newest, oldest] = await versions()
  expect(event?.getByText(/by sam@/)).toHaveTextContent(`Shown again by sam@example.com, ${third}`)
  expect(newest?.getByText(/by sam@/)).toHaveTextContent(`Published by sam@example.com, ${second}`)
  expect(newest?.getByText('Summary, 1 photograph removed')).toBeVisible()
  expect(newest?.getByText('Visitors see this')).toBeVisible()
  expect(oldest?.getByText(/by ann@/)).toHaveTextContent(`Published by ann@example.com, ${first}`)
  expect(oldest?.getByText('The oldest that is kept')).toBeVisible()
  expect(oldest?.queryByText('Visitors see this')).toBeNull()
})

it('calls nothing seen of a project that is hidden, and puts nothing back into one that is deleted', async () => {
  await addProject({ status: 'hidden' })
  const { user } = await openFromList()
  await versions()
  expect(screen.queryByText('Visitors see this')).toBeNull()
  await user.click(button('Close'))
  await sql('update projects set deleted_at = now()')
  await openFromList()
  expect(await screen.findAllByRole('button', { name: /^Show / })).toHaveLength(2)
  expect(screen.queryByRole('button', { name: /^Put back/ })).toBeNull()
})

it('says of a built-in project who hid it, or that nothing happened yet', async () => {
  const [hidden, untouched] = builtInCards
  await insert('projects', { id: hidden?.id ?? '', built_in: true, status: 'published' })
  await addEvent(hidden?.id ?? '', 'hidden')
  const { user } = await openFromList(hidden?.title)
  expect(await screen.findByRole('list', { name: 'Versions' })).toHaveTextContent(/^Hidden by sam@example\.com/)
  await user.click(button('Close'))
  await user.click(button(`Earlier versions ${untouched?.title}`))
  expect(await screen.findByText('Nothing was published, hidden or shown again yet.')).toBeVisible()
})

it('puts a version back into the draft, photographs included, and not before visitors; undoing it leaves what was typed since', async () => {
  await addProject()
  const site = await openForm()
  expect(photographs()).toEqual(['View a'])
  await site.user.click(button('Earlier versions'))
  await putBack(site)
  expect(
    await screen.findByText(`The version of ${first} is in the draft. Visitors see it once you publish.`),
  ).toBeVisible()
  expect(screen.getByLabelText('Summary')).toHaveValue('A dry cellar for a café.')
  expect(photographs()).toEqual(['View a', 'View b'])
  await isSaved()
  await waitFor(async () => expect(await stored()).toMatchObject({ summary: 'A dry cellar for a café.' }))
  expect(await sql('select published from projects')).toEqual([{ published: present }])
  put(screen.getByLabelText('Title'), 'A cellar, typed')
  await site.user.click(button('Undo'))
  expect(screen.getByLabelText('Summary')).toHaveValue('A dry one.')
  expect(screen.getByLabelText('Title')).toHaveValue('A cellar, typed')
  expect(photographs()).toEqual(['View a'])
  await waitFor(async () =>
    expect(await stored()).toMatchObject({ summary: 'A dry one.', photographs: { 1: { removed: true } } }),
  )
})

it('opens the form of a project whose version was put back in the list, without what was added since, until that is undone', async () => {
  await addProject()
  await changeElsewhere('photographs/2', { name: 'room.jpg', alt: 'View c', place: 3, picture: pictureOf(room) })
  const site = await openFromList()
  await putBack(site)
  expect(await screen.findByLabelText('Summary')).toHaveValue('A dry cellar for a café.')
  expect(photographs()).toEqual(['View a', 'View b'])
  await isSaved()
  await site.user.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(photographs()).toEqual(['View a', 'View c'])
})

it('asks where a colleague has typed meanwhile, and loses neither', async () => {
  await addProject()
  const site = await openForm()
  await site.user.click(button('Earlier versions'))
  await versions()
  await changeElsewhere('summary', 'Typed by a colleague.')
  await changeElsewhere('location', 'Kentish Town')
  await putBack(site)
  expect(await screen.findByText('This was changed elsewhere after you began. Which is to stay?')).toBeVisible()
  expect(screen.getByText('Typed by a colleague.')).toBeVisible()
  expect(await stored()).toMatchObject({ summary: 'Typed by a colleague.', location: 'Kentish Town' })
  await site.user.click(button('Keep mine'))
  await isSaved()
  expect(await stored()).toMatchObject({ summary: 'A dry cellar for a café.', location: 'Kentish Town' })
})

it('deletes a picture that visitors do not see for good, from the open draft, too, and says so at the version', async () => {
  await addProject()
  await changeElsewhere('photographs/1/removed', false)
  const { user } = await openForm()
  expect(photographs()).toEqual(['View a', 'View b'])
  await user.click(button('Earlier versions'))
  const [newest, oldest] = await versions()
  await user.click(newest?.getByText('1 picture') as HTMLElement)
  expect(newest?.getByText('Visitors see it')).toBeVisible()
  await user.click(oldest?.getByText('2 pictures') as HTMLElement)
  const all = oldest?.getAllByRole('button', { name: /^Delete for good/ })
  expect(all).toHaveLength(1)
  await user.click(button('Delete for good View b'))
  expect(screen.getByRole('alertdialog')).toHaveTextContent(
    /from every version, draft and earlier publication .* cannot undo/,
  )
  await user.click(question().getByRole('button', { name: 'Delete for good' }))
  expect(await screen.findByText('A photograph was deleted for good.')).toBeVisible()
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(await screen.findByText('Deleted for good')).toBeVisible()
  await user.click(dialog().getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(photographs()).toEqual(['View a']))
  expect(JSON.stringify(await stored())).not.toContain(slab)
})

it('keeps a picture that visitors see elsewhere, and says what to do first', async () => {
  expectConsole('error')
  await addProject()
  const shown = { id: ID.replace(/1$/, '2'), address: 'another', position: 1, status: 'published' }
  const content = contentWith({}, slab)
  const json = { draft: JSON.stringify(draftOf(content)), published: JSON.stringify(content) }
  await insert('projects', { ...shown, ...json })
  const { user } = await openFromList()
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

it('deletes a picture of an earlier publication of the home page for good, and says so there', async () => {
  await sql('delete from publications')
  for (const published_at of days.slice(0, 2)) await insert('publications', { published_at })
  const item = { place: 'latest', kind: 'image', alt: 'A slab', ...pictureOf(slab) }
  const [{ id = 0 } = {}] = await sql<{ id: number }>('select min(id) as id from publications')
  await sql(
    `insert into publication_items (publication_id, position, place, kind, alt, files, widths, width, height, placeholder)
     select $1, 0, i.place, i.kind, i.alt, i.files, i.widths, i.width, i.height, i.placeholder
     from jsonb_populate_record(null::publication_items, $2::jsonb) i`,
    [id, JSON.stringify(item)],
  )
  await beSignedIn()
  const { user } = await renderSite('/admin/dashboard?section=media&tab=publish')
  await user.click(await screen.findByText('1 picture'))
  await user.click(button('Delete for good A slab'))
  await user.click(question().getByRole('button', { name: 'Delete for good' }))
  expect(await screen.findByText('A photograph was deleted for good.')).toBeVisible()
  expect(screen.queryByText('1 picture')).toBeNull()
  await sql('delete from publications')
})

it('says when the versions cannot be loaded, and loads them when that is tried again', async () => {
  await addProject()
  const { user } = await open()
  const open_ = await screen.findByRole('button', { name: 'Earlier versions A cellar' })
  cutOff(/project_history/)
  await user.click(open_)
  expect(await screen.findByText('Error loading the earlier versions')).toBeVisible()
  reconnect()
  await user.click(button('Try again'))
  expect(await versions()).toHaveLength(2)
})
