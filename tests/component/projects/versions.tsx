import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { queryClient } from '@/admin/backend/query-client'
import { formatDateTime } from '@/admin/text/format-date'
import { bundledCards } from '@/content/projects/bundled'
import { mockOffline } from '../../support/admin-network'
import {
  fakeContent,
  fakeFileName,
  fakeImage,
  fakeProjectImage,
  storeFiles,
  toDraft,
} from '../../support/custom-projects'
import { expectConsole } from '../../support/dom'
import { sql } from '../../support/test-server'
import { button, dialog, insert, question, setFieldValue } from '../admin-support'
import {
  changeElsewhere,
  descriptionsShown,
  ID,
  isSaved,
  openForm,
  openList,
  PIT,
  reconnect,
  reopen,
  stored,
} from '../projects-support'

const [slab, room] = [fakeFileName('b'), fakeFileName('c')]
const DAYS = ['2026-03-02T09:00:00Z', '2026-03-03T09:00:00Z', '2026-03-04T09:00:00Z'] as const
const [first, second, third] = [formatDateTime(DAYS[0]), formatDateTime(DAYS[1]), formatDateTime(DAYS[2])]
const contentWith = (summary: string, ...files: string[]) => {
  const images = files.map((file) => ({ ...fakeProjectImage(file), alt: `View ${file.charAt(0)}` }))
  return { ...fakeContent(...images), title: 'A cellar', summary }
}
const before = { ...contentWith('A dry cellar for a café.', PIT, slab), location: 'Kentish Town' }
const present = contentWith('A dry one.', PIT)
const idAt = (number: number) => ID.replace(/1$/, `${number}`)

const addEvent = (project: string, what: string, change: Record<string, string> = {}) =>
  insert('private.project_versions', { project, what, happened_at: DAYS[2], by_whom: 'sam@', ...change })

/** The form keeps the removed photo. */
const addVersions = async (id = ID, title = 'A cellar', change: { status?: string; deleted_at?: string } = {}) => {
  const { 0: kept, 1: removed } = toDraft(before).photographs
  const photographs = { 0: kept, 1: { ...removed, removed: true, place: 7, alt: 'Long. '.repeat(400) } }
  const json = {
    draft: { ...toDraft(present), title, photographs },
    published: { ...present, title },
    published_draft: { ...toDraft(present), title },
  }
  const written = Object.fromEntries(Object.entries(json).map(([name, value]) => [name, JSON.stringify(value)]))
  const address = title.toLowerCase().replaceAll(' ', '-')
  await storeFiles({ sql }, [PIT, slab, room])
  await insert('projects', { id, address, position: 0, status: 'published', ...written, ...change })
  for (const [index, content] of [before, present].entries())
    await addEvent(id, 'published', {
      ...{ happened_at: DAYS[index] ?? '', by_whom: ['ann@', 'sam@'][index] ?? '' },
      draft: JSON.stringify(toDraft(content)),
    })
}

const openVersions = async () => {
  const site = await openList()
  await site.user.click(button('Earlier versions A cellar'))
  return site
}
// The photos are a nested list.
const versions = async () =>
  [...(await screen.findByRole('list', { name: 'Versions' })).children].map((item) => within(item as HTMLElement))
const putBack = async (day: string | undefined) => screen.findByRole('button', { name: `Restore to draft ${day}` })
const summary = () => screen.getByLabelText('Summary')
const draftStored = async () => (await stored())[0]?.draft

describe('project versions', () => {
  it('lists project versions with author, date and differences, and marks the live one', async () => {
    await addVersions()
    await addEvent(ID, 'shown again')
    await addVersions(idAt(2), 'Hidden', { status: 'hidden' })
    await addVersions(idAt(3), 'Deleted', { deleted_at: new Date().toISOString() })
    await addVersions(idAt(4), 'Deleted meanwhile')
    const [hidden, untouched] = bundledCards
    await insert('projects', { id: hidden?.id ?? '', built_in: true, status: 'published' })
    await addEvent(hidden?.id ?? '', 'hidden')
    mockOffline(/project_history/)
    const { user } = await openVersions()
    expect(await screen.findByText('Error loading earlier versions')).toBeVisible()
    reconnect()
    await user.click(button('Try again'))
    const [event, newest, oldest] = await versions()
    expect(event?.getByText(/by sam@/).closest('p')).toHaveTextContent(`Shown again by sam@, ${third}`)
    expect(newest?.getByText(/by sam@/).closest('p')).toHaveTextContent(`Published by sam@, ${second}`)
    expect(newest?.getByText('Location, summary, 1 photo removed')).toBeVisible()
    expect(newest?.getByText(/by sam@/).closest('p')).toHaveTextContent(/Live$/)
    expect(oldest?.getByText(/by ann@/).closest('p')).toHaveTextContent(`Published by ann@, ${first}`)
    expect(oldest?.getByText(/by ann@/).closest('p')).not.toHaveTextContent('Live')

    const turnTo = async (title: string | undefined) => {
      await user.click(button('Close'))
      await user.click(button(`Earlier versions ${title}`))
    }
    await sql('update projects set deleted_at = now() where id = $1', [idAt(4)])
    for (const [title, canPutBack] of [
      ['Hidden', true],
      ['Deleted', false],
      ['Deleted meanwhile', false],
    ] as const) {
      await turnTo(title)
      expect(await screen.findAllByRole('button', { name: /^Show / })).toHaveLength(2)
      expect(screen.queryAllByRole('button', { name: /^Restore to draft/ })).toHaveLength(canPutBack ? 2 : 0)
      if (title === 'Hidden') expect(screen.queryByText('Live')).toBeNull()
    }
    await turnTo(hidden?.title)
    expect(await screen.findByRole('list', { name: 'Versions' })).toHaveTextContent(/^Hidden by sam@/)
    await turnTo(untouched?.title)
    expect(await screen.findByText('No history yet.')).toBeVisible()
  })

  it('restores a version with its photos to the draft only, until undone', async () => {
    await addVersions()
    const { user } = await openForm()
    expect(descriptionsShown()).toEqual(['View a'])
    await user.click(button('Earlier versions'))
    await user.click(await putBack(first))
    expect(
      await screen.findByText(
        `The version from ${first} is now the draft of “A cellar”. Visitors see it once you publish.`,
      ),
    ).toBeVisible()
    expect(summary()).toHaveValue('A dry cellar for a café.')
    expect(descriptionsShown()).toEqual(['View a', 'View b'])
    await isSaved()
    await waitFor(async () => expect(await draftStored()).toMatchObject(toDraft(before)))
    expect(await sql('select published from projects')).toEqual([{ published: present }])
    setFieldValue(screen.getByLabelText('Location'), 'Camden, typed')
    await user.click(button('Undo'))
    expect(summary()).toHaveValue('A dry one.')
    expect(screen.getByLabelText('Location')).toHaveValue('Camden, typed')
    expect(descriptionsShown()).toEqual(['View a'])
    await waitFor(async () =>
      expect(await draftStored()).toMatchObject({ summary: 'A dry one.', photographs: { 1: { removed: true } } }),
    )
    await isSaved()
    expect(screen.queryByText(/was removed in the meantime/)).toBeNull()
  })

  it('restores a version from the list, without photos added since, until undone', async () => {
    await addVersions()
    await changeElsewhere('photographs/2', { name: 'room.jpg', alt: 'View c', place: 3, picture: fakeImage(room) })
    const { user } = await openVersions()
    await user.click(await putBack(first))
    const removed = async () =>
      Object.values((await draftStored())?.photographs ?? {}).map((photograph) => photograph.removed ?? false)
    await waitFor(async () => expect(await removed()).toEqual([false, false, true]))
    expect(await draftStored()).toMatchObject({ summary: 'A dry cellar for a café.' })
    expect(await screen.findByText('Unpublished changes')).toBeVisible()
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(async () => expect(await removed()).toEqual([false, true, false]))
    expect(await draftStored()).toMatchObject({ summary: 'A dry one.' })
  })

  it('undoing two restores in a row returns to the draft before the first', async () => {
    await addVersions()
    await changeElsewhere('summary', 'Not published yet.')
    const { user } = await openVersions()
    await user.click(await putBack(first))
    await user.click(button('Earlier versions A cellar'))
    await user.click(await putBack(second))
    await user.click(await screen.findByRole('button', { name: 'Edit A cellar' }))
    expect(await screen.findByLabelText('Summary')).toHaveValue('A dry one.')
    await reopen(user, 'A cellar')
    await user.click(button('Undo'))
    await waitFor(() => expect(summary()).toHaveValue('Not published yet.'))
    expect(descriptionsShown()).toEqual(['View a'])
    await waitFor(async () => expect(await draftStored()).toMatchObject({ summary: 'Not published yet.' }))
  })

  it('restoring a version overwrites no changes by a colleague, and undo keeps photos described since', async () => {
    await addVersions()
    const { user } = await openForm()
    await user.click(button('Earlier versions'))
    await versions()
    await changeElsewhere('summary', 'Typed by a colleague.')
    await changeElsewhere('title', 'A cellar in Camden')
    await user.click(await putBack(first))
    expect(
      await screen.findByText(
        'This was changed in another tab, on another device or by someone else while you were editing. Which version do you want to keep?',
      ),
    ).toBeVisible()
    expect(screen.getByText('Typed by a colleague.')).toBeVisible()
    expect(await draftStored()).toMatchObject({ summary: 'Typed by a colleague.', title: 'A cellar in Camden' })
    await user.click(button('Keep mine'))
    await isSaved()
    expect(await draftStored()).toMatchObject({ summary: 'A dry cellar for a café.', title: 'A cellar in Camden' })

    await waitFor(() => expect(descriptionsShown()).toEqual(['View a', 'View b']))
    setFieldValue(screen.getByDisplayValue('View b'), 'The slab, typed')
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(summary()).not.toHaveValue('A dry cellar for a café.'))
    expect(descriptionsShown()).toEqual(['View a', 'The slab, typed'])
    await isSaved()
  })

  it('undo does not bring back a photo that was permanently deleted in the meantime', async () => {
    await addVersions()
    await changeElsewhere('photographs/1/removed', false)
    const { user } = await openForm()
    await user.click(button('Earlier versions'))
    await user.click(await putBack(second))
    await isSaved()
    await user.click(button('Earlier versions'))
    const [, oldest] = await versions()
    await user.click(oldest?.getByText('2 pictures') as HTMLElement)
    await user.click(button('Delete permanently View b'))
    await user.click(question().getByRole('button', { name: 'Delete permanently' }))
    expect(await screen.findByText('A picture was permanently deleted.')).toBeVisible()
    await user.click(dialog().getByRole('button', { name: 'Close' }))
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull())
    expect(descriptionsShown()).toEqual(['View a'])
  })

  it('permanently deletes a picture from every version and draft, unless it is live elsewhere', async () => {
    expectConsole('error')
    await addVersions()
    await changeElsewhere('photographs/1/removed', false)
    const other = { ...contentWith('Another one.', slab), title: 'Another' }
    const json = { draft: JSON.stringify(toDraft(other)), published: JSON.stringify(other) }
    await insert('projects', { id: idAt(2), address: 'another', position: 1, status: 'published', ...json })
    const { user } = await openForm()
    expect(descriptionsShown()).toHaveLength(2)
    await user.click(button('Earlier versions'))
    const [newest, oldest] = await versions()
    await user.click(newest?.getByText('1 picture') as HTMLElement)
    expect(within(newest?.getByRole('listitem') as HTMLElement).getByText('Live')).toBeVisible()
    await user.click(oldest?.getByText('2 pictures') as HTMLElement)
    expect(oldest?.getAllByRole('button', { name: /^Delete permanently/ })).toHaveLength(1)
    await user.click(button('Delete permanently View b'))
    expect(question().getByRole('heading')).toHaveTextContent('Permanently delete this picture (“View b”)?')
    expect(screen.getByRole('alertdialog')).toHaveTextContent(
      /from every version, draft and earlier publication\. .* can’t undo/,
    )
    await user.click(question().getByRole('button', { name: 'Delete permanently' }))
    expect(await question().findByText(/^It’s live in a project or on the homepage/)).toBeVisible()
    await user.click(question().getByRole('button', { name: 'Cancel' }))
    expect(button('Delete permanently View b')).toBeVisible()
    // A pending refetch would never finish.
    await waitFor(() => expect(queryClient.isFetching()).toBe(0))

    await sql('delete from projects where id = $1', [idAt(2)])
    await user.click(button('Delete permanently View b'))
    await user.click(question().getByRole('button', { name: 'Delete permanently' }))
    // The toast disappears soon.
    await waitFor(() => expect(screen.getByText('Permanently deleted')).toBeVisible())
    expect(await screen.findByText('A picture was permanently deleted.')).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    await user.click(dialog().getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(descriptionsShown()).toEqual(['View a']))
    expect(JSON.stringify(await draftStored())).not.toContain(slab)
  })
})
