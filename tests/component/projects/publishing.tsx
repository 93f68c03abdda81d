import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { adminMessages } from '@/admin/text/messages'
import { bundledCards } from '@/content/projects/bundled'
import { delayResponses, dropResponses, mockOffline } from '../../support/admin-network'
import { expectConsole } from '../../support/dom'
import { sql } from '../../support/test-server'
import { button, insert, question, setFieldValue, reconnect as unblock } from '../admin-support'
import {
  addPicture,
  addProject,
  asksBeforeClosing,
  changeElsewhere,
  confirm,
  fill,
  ID,
  isSaved,
  openDraft,
  openList,
  openNew,
  openPublished,
  publish,
  reconnect,
  SAVE,
  stored,
} from '../projects-support'

const OTHER = ID.replace(/1$/, '2')
const titles = () =>
  within(screen.getByRole('list', { name: 'Projects' }))
    .getAllByRole('heading')
    .map(({ textContent }) => textContent)
const orderStored = async () =>
  (await sql<{ id: string }>('select id from projects order by position')).map(({ id }) => id)
const isAnswered = () => waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())

describe('the project list', () => {
  it('reorders one project at a time, announcing its position, with undo', async () => {
    const { user } = await openList()
    const before = titles()
    const [first, second, third] = before
    const storing = delayResponses(/rpc\/order_portfolio/)
    await user.click(button(`Move ${second} earlier`))
    await waitFor(() => expect(titles().slice(0, 2)).toEqual([second, first]))
    await user.click(button(`Move ${third} earlier`))
    storing.release()
    await screen.findByRole('button', { name: 'Undo' })
    expect(titles().slice(0, 3)).toEqual([second, first, third])
    expect(screen.queryByText(new RegExp(`^${third} is now`))).toBeNull()
    expect(storing.count()).toBe(1)
    unblock()
    const moved = await orderStored()
    expect(moved).toHaveLength(5)
    await user.click(button('Undo'))
    await waitFor(() => expect(titles()).toEqual(before))
    await waitFor(async () => expect(await orderStored()).toEqual([moved[1], moved[0], ...moved.slice(2)]))
    await waitFor(() => {
      expect(screen.getByText(adminMessages.media.projects.ordered)).toBeInTheDocument()
      expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
    })

    await user.click(await screen.findByRole('button', { name: `Move ${third} earlier` }))
    expect(await screen.findByText(new RegExp(`^${third} is now at position 2 of 5`))).toBeInTheDocument()
    expect(button(`Move ${third} earlier`)).toHaveFocus()
    await waitFor(async () => expect((await orderStored())[1]).toBe(moved[2]))
  })

  it('hides, unpublishes or deletes a project after confirmation, and can reverse each', async () => {
    await addProject('published')
    const { user } = await openList()
    const answer = async (word: string, title: string) => {
      await user.click(await screen.findByRole('button', { name: `${word} ${title}` }))
      await confirm(user, word)
      await isAnswered()
    }
    const builtIn = bundledCards[0]?.title ?? ''
    for (const word of ['Hide', 'Show again']) await answer(word, builtIn)
    expect(await screen.findByRole('button', { name: `Hide ${builtIn}` })).toBeVisible()
    for (const word of ['Unpublish', 'Delete']) await answer(word, 'Beneath Camden')
    await user.click(button('Restore Beneath Camden'))
    await waitFor(() => expect(titles()[0]).toBe('Beneath Camden'))
    expect(await stored()).toMatchObject([{ address: 'beneath-camden', status: 'draft' }])
  })

  it('permanently deletes projects and pictures after a warning, and reports conflicting changes', async () => {
    expectConsole('error')
    await addProject('published', 'Cellar', { id: OTHER, deleted_at: new Date().toISOString() })
    await addProject('published')
    await addProject('draft', 'Never published', { id: crypto.randomUUID(), position: 1 })
    await insert('private.released_media', { name: 'replaced.webp' })
    const { user } = await openList()
    const deletePermanently = async (about: string, question: RegExp) => {
      await user.click(button(`Delete permanently ${about}`))
      expect(screen.getByRole('alertdialog')).toHaveTextContent(question)
      await confirm(user, 'Delete permanently')
      await isAnswered()
    }
    await deletePermanently(
      'Cellar',
      /^Permanently delete this project\?“Cellar”, its earlier versions and their photos .* can’t undo this\./,
    )
    expect(screen.queryByRole('heading', { name: 'Deleted in the last 30 days' })).toBeNull()
    expect(await sql('select draft from projects where id = $1', [OTHER])).toEqual([{ draft: null }])
    await deletePermanently(
      'replaced pictures',
      /^Permanently delete replaced pictures\?This deletes every replaced picture and video that no/,
    )
    expect(await sql(`select 1 from private.released_media where name = 'replaced.webp'`)).toEqual([])

    await user.click(button('Delete Never published'))
    expect(screen.getByRole('alertdialog')).toHaveTextContent(
      'It was never published. Its text and photos will be permanently deleted.',
    )
    await confirm(user, 'Delete')
    expect(await screen.findByText('“Never published” permanently deleted')).toBeVisible()
    await isAnswered()
    expect(screen.queryByRole('heading', { name: 'Deleted in the last 30 days' })).toBeNull()

    await user.click(await screen.findByRole('button', { name: 'Unpublish Beneath Camden' }))
    await sql('update projects set deleted_at = now() where id = $1', [ID])
    await confirm(user, 'Unpublish')
    expect(await screen.findByText('This has been changed in the meantime.')).toBeVisible()
  })
})

const PUBLISH = /rpc\/publish_project/
const published = () => sql<{ published: { summary: string; facts: object } }>('select published from projects')

describe('publishing a project', () => {
  it('publishing requires complete fields, and derives the address from the title', async () => {
    const { user } = await openNew()
    await user.click(button('Publish'))
    expect(screen.getByLabelText('Title')).toHaveFocus()
    expect(screen.getByLabelText('Choose photos')).toHaveAccessibleDescription(/add at least one photo before/)
    fill('A café beneath Camden')
    expect(screen.queryByText(/^Please/)).toHaveTextContent('Please add at least one photo before you publish.')
    await addPicture('IMG_2041.jpg')
    await user.click(button('Publish'))
    const words = screen.getByLabelText('Photo 1 description')
    expect(words).toHaveFocus()
    expect(await stored()).toMatchObject([{ status: 'draft', address: null }])
    setFieldValue(words, 'The trial pit')
    await user.click(button('Publish'))
    const dialog = question()
    expect(dialog.getByText('A new project with 1 photo')).toBeVisible()
    expect(dialog.getByText(/^It will be live at \/project\/a-cafe-beneath-camden\./)).toBeVisible()
    await confirm(user, 'Publish now')
    const link = await screen.findByRole('link', { name: /^View \/project/ })
    expect(link).toHaveAttribute('href', '/project/a-cafe-beneath-camden')
    expect(await stored()).toMatchObject([{ address: 'a-cafe-beneath-camden', status: 'published' }])
    expect(screen.queryByRole('button', { name: 'Revert to live version' })).toBeNull()
  })

  it('a published project keeps its address when retitled, and can revert to the live version', async () => {
    const { user } = await openPublished()
    setFieldValue(screen.getByLabelText('Title'), 'Another title')
    expect(screen.getByLabelText('Title')).toHaveAccessibleDescription(/beneath-camden, won’t change/)
    await user.click(button('Publish'))
    expect(screen.getByText('Title: changed from “Beneath Camden” to “Another title”')).toBeVisible()
    await user.click(button('Cancel'))
    await isSaved()
    await user.click(button('All projects'))
    expect(await screen.findByText('Unpublished changes')).toBeVisible()
    await user.click(button('Edit Another title'))
    setFieldValue(await screen.findByLabelText('Location'), '')
    await user.click(button('Restore previous text'))
    expect(screen.getByLabelText('Location')).toHaveValue('Camden')
    setFieldValue(screen.getByLabelText('Location'), 'Elsewhere')
    await user.click(button('Revert to live version'))
    expect(screen.getByLabelText('Location')).toHaveValue('Camden')
    expect(screen.getByLabelText('Title')).toHaveValue('Beneath Camden')
    await isSaved()
    expect(await stored()).toMatchObject([
      { draft: { title: 'Beneath Camden', location: 'Camden' }, status: 'published' },
    ])
  })

  it('opens the folded facts on an error, and lists changed facts before publishing', async () => {
    const { user } = await openDraft()
    const group = () => screen.getByText('Facts').closest('details')
    expect(group()).not.toHaveAttribute('open')
    setFieldValue(screen.getByLabelText('Depth (optional)'), '3.2 m')
    setFieldValue(screen.getByLabelText('Ground (optional)'), 'x'.repeat(61))
    await user.click(button('Publish'))
    expect(group()).toHaveAttribute('open')
    expect(screen.getByLabelText('Ground (optional)')).toHaveFocus()
    expect(screen.getByLabelText('Ground (optional)')).toHaveAccessibleDescription(/shorten this to 60 characters/)
    setFieldValue(screen.getByLabelText('Ground (optional)'), '')
    expect(group()).toHaveAttribute('open')
    await publish(user)
    await screen.findByText('Published.')
    expect(await published()).toMatchObject([{ published: { facts: { depth: '3.2 m' } } }])
    setFieldValue(screen.getByLabelText('Depth (optional)'), '')
    setFieldValue(screen.getByLabelText('Area (optional)'), '48 m²')
    await user.click(button('Publish'))
    const changes = question().getAllByRole('listitem')
    expect(changes.map(({ textContent }) => textContent)).toEqual(['Depth: “3.2 m” removed', 'Area: “48 m²” added'])
    await confirm(user, 'Publish now')
    await waitFor(async () => expect(await published()).toMatchObject([{ published: { facts: { area: '48 m²' } } }]))
  })

  it('publishing can be cancelled while offline, and happens once when the response is lost', async () => {
    expectConsole('error')
    const { user } = await openDraft()
    expect(asksBeforeClosing()).toBe(false)
    mockOffline(PUBLISH)
    await publish(user)
    await screen.findByText(/^Not published yet: no connection/)
    expect(asksBeforeClosing()).toBe(true)
    await user.click(button('Cancel'))
    await isSaved()
    expect(asksBeforeClosing()).toBe(false)
    reconnect()
    await isSaved()
    expect(await stored()).toMatchObject([{ status: 'draft' }])

    dropResponses(PUBLISH)
    await publish(user)
    await waitFor(async () => expect(await stored()).toMatchObject([{ status: 'published' }]))
    reconnect()
    await screen.findByText('Published.')
    expect(await stored()).toMatchObject([{ address: 'beneath-camden', status: 'published' }])
  })

  it('publishes only the confirmed content, and asks again when it has changed', async () => {
    expectConsole('error')
    const { user } = await openDraft()
    const saving = delayResponses(SAVE)
    setFieldValue(screen.getByLabelText('Location'), 'Kentish Town')
    await waitFor(() => expect(saving.count()).toBe(1))
    await publish(user)
    await changeElsewhere('summary', 'Another summary.')
    saving.release()
    const asked = () => screen.findByRole('alertdialog', { name: 'Publish anyway?' })
    expect(await asked()).toHaveTextContent('The project has been changed in the meantime.')
    expect(await stored()).toMatchObject([{ status: 'draft', draft: { location: 'Kentish Town' } }])
    await confirm(user, 'Cancel')
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    unblock()

    await user.click(button('Publish'))
    await changeElsewhere('summary', 'A third summary.')
    await confirm(user, 'Publish now')
    const again = await asked()
    expect(await stored()).toMatchObject([{ status: 'draft' }])
    await user.click(within(again).getByRole('button', { name: 'Publish now' }))
    await screen.findByText('Published.')
    expect(await published()).toMatchObject([{ published: { summary: 'A third summary.' } }])
  })

  it('announces a publication only in the form of that project', async () => {
    const { user } = await openDraft()
    const publishing = delayResponses(PUBLISH)
    await publish(user)
    await user.click(button('All projects'))
    await user.click(await screen.findByRole('button', { name: 'Add project' }))
    publishing.release()
    await publishing.answered()
    setFieldValue(await screen.findByLabelText('Title'), 'Another')
    await isSaved()
    expect(await stored()).toMatchObject([{ status: 'draft' }, { status: 'published' }])
    expect(screen.queryByText('Published.')).toBeNull()
  })
})
