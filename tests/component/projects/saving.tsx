import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { outbox } from '@/admin/projects/sync/outbox'
import { delayResponses, dropResponses, mockOffline, mockStatus } from '../../support/admin-network'
import { makeAccount, server } from '../../support/admin-users'
import { callAs } from '../../support/backend-users'
import { expectConsole } from '../../support/dom'
import { renderSite } from '../../support/render-site'
import { sql } from '../../support/test-server'
import {
  button,
  drawPictures,
  openAs,
  setFieldValue,
  signInAgain,
  signInAs,
  reconnect as unblock,
} from '../admin-support'
import {
  addProject,
  asksBeforeClosing,
  changeElsewhere,
  choose,
  confirm,
  fill,
  hasOwnAddress,
  ID,
  isSaved,
  NEW,
  openDraft,
  openList,
  openNew,
  PLACE,
  photographsStored,
  picture,
  reconnect,
  reopen,
  SAVE,
  stored,
  titlesStored,
} from '../projects-support'

const title = () => screen.getByLabelText('Title')

describe('saving a project', () => {
  it('creates a project with its first letter, not when the form opens', async () => {
    const { user, router } = await openNew()
    await act(() => router.navigate(-1))
    expect(await screen.findByRole('heading', { name: 'Projects' })).toBeVisible()
    await act(() => router.navigate(1))
    expect(await screen.findByText('Nothing entered yet.')).toBeVisible()
    await user.click(button('All projects'))
    await screen.findByRole('heading', { name: 'Projects' })
    expect(outbox.projects()).toEqual([])
    expect(await stored()).toEqual([])
    await user.click(await screen.findByRole('button', { name: 'Add project' }))
    setFieldValue(await screen.findByLabelText('Title'), 'B')
    await isSaved()
    expect(await titlesStored()).toEqual(['B'])
  })

  it('gives a new project its own URL with the first letter, without losing focus', async () => {
    await signInAs()
    const { user, router } = await renderSite(NEW)
    const field = await screen.findByLabelText('Title')
    await user.type(field, 'Bene')
    const first = await hasOwnAddress(router)
    expect(title()).toBe(field)
    expect(field).toHaveFocus()
    await user.keyboard('ath')
    await isSaved()
    // The address was replaced, so this is another project.
    await act(() => router.navigate(NEW))
    expect(await screen.findByText('Nothing entered yet.')).toBeVisible()
    setFieldValue(title(), 'Above')
    expect((await hasOwnAddress(router)).search).not.toBe(first.search)
    await waitFor(async () => expect((await titlesStored()).sort()).toEqual(['Above', 'Beneath']))
    await act(() => router.navigate(-1))
    await waitFor(() => expect(title()).toHaveValue('Beneath'))
    await act(() => router.navigate(`${PLACE}&project=${ID}`))
    expect(await screen.findByText(/^This no longer exists/)).toBeVisible()
    expect(button('All projects')).toBeVisible()
  })

  it('a save whose response was lost does not conflict with further typing', async () => {
    await openNew()
    dropResponses(SAVE)
    setFieldValue(title(), 'Beneath')
    expect(await screen.findByText(/^Not saved yet: no connection/)).toBeVisible()
    setFieldValue(title(), 'Beneath Camden')
    fireEvent(document, new Event('visibilitychange', { bubbles: true }))
    reconnect()
    await isSaved()
    expect(await titlesStored()).toEqual(['Beneath Camden'])
    expect(screen.queryByRole('alert')).toBeNull()
    expect(asksBeforeClosing()).toBe(false)
  })

  it('retries saves and uploads while the server is busy, unreachable or restoring a backup', async () => {
    await openNew()
    for (const [status, reason] of [
      [500, 'the server is busy'],
      [522, 'the server is busy'],
      [429, 'the server is busy'],
      [503, 'no connection'],
    ] as const) {
      drawPictures(crypto.randomUUID())
      mockStatus(/rpc\/save_project|\/storage\//, status)
      setFieldValue(title(), `Beneath ${status}`)
      choose(picture(`${status}.jpg`))
      expect(await screen.findByText(new RegExp(`^Not saved yet: ${reason}`))).toBeVisible()
      expect(await screen.findByText(/^Not uploaded yet/)).toBeVisible()
      reconnect()
      await isSaved()
      expect(screen.queryByText(/^Not uploaded/)).toBeNull()
      expect(await titlesStored()).toEqual([`Beneath ${status}`])
    }
    const one = { picture: expect.anything() }
    expect(await photographsStored()).toMatchObject([one, one, one, one])

    mockStatus(SAVE, 423, {}, { code: 'PT423', message: 'restore_unfinished' })
    setFieldValue(title(), 'Beneath a backup')
    expect(await screen.findByText(/^Not saved yet: a backup is being restored/)).toBeVisible()
    reconnect()
    await isSaved()
    expect(await titlesStored()).toEqual(['Beneath a backup'])

    // Retries wait for `Retry-After`, unless the connection returns.
    mockStatus(SAVE, 429, { 'Retry-After': '60' })
    setFieldValue(title(), 'Beneath Camden')
    await screen.findByText(/^Not saved yet: the server is busy/)
    const pauses = vi.mocked(setTimeout).mock.calls.map(([, ms = 0]) => ms)
    expect(pauses).toContainEqual(expect.toSatisfy((ms) => ms > 55_000 && ms <= 60_000))
    reconnect()
    await isSaved()
  })

  it('continues saving after the form is left, and shows the newest text on return', async () => {
    const { user, router } = await openNew()
    const saving = delayResponses(SAVE)
    setFieldValue(title(), 'Beneath')
    const place = await hasOwnAddress(router)
    await waitFor(() => expect(saving.count()).toBe(1))
    setFieldValue(title(), 'Beneath Camden')
    setFieldValue(screen.getByLabelText('Location'), 'NW1')
    await user.click(screen.getByRole('tab', { name: 'Publish' }))
    await screen.findByRole('heading', { name: 'Publish to the website' })
    // The change is only in memory.
    expect(asksBeforeClosing()).toBe(true)
    await act(() => router.navigate(place))
    expect(await screen.findByLabelText('Title')).toHaveValue('Beneath Camden')
    saving.release()
    await isSaved()
    expect(title()).toHaveValue('Beneath Camden')
    await waitFor(async () =>
      expect(await stored()).toMatchObject([{ draft: { title: 'Beneath Camden', location: 'NW1' } }]),
    )
    expect(asksBeforeClosing()).toBe(false)
  })

  it('keeps an oversized text with an error, and saves the other fields', async () => {
    await openNew()
    setFieldValue(screen.getByLabelText('Description'), 'x'.repeat(140_000))
    setFieldValue(title(), 'Beneath Camden')
    await waitFor(() =>
      expect(screen.getByLabelText('Description')).toHaveAccessibleDescription(/This project is too large to save\./),
    )
    expect(await titlesStored()).toEqual(['Beneath Camden'])
    expect(screen.getByRole('alert')).toHaveTextContent(/^Not saved yetThis project is too large/)
    setFieldValue(screen.getByLabelText('Description'), `\0\ud83c${'x'.repeat(100_000)}`)
    await isSaved()
  })

  it('saves a project without browser storage or the project list', async () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('Full', 'QuotaExceededError')
    })
    await openNew()
    mockOffline(/admin_portfolio/)
    fill('Beneath Camden')
    await isSaved()
    expect(await titlesStored()).toEqual(['Beneath Camden'])
    expect(screen.queryByText(/no longer exists|has been deleted/)).toBeNull()
  })

  it('a project begun offline from the overview is saved after reconnecting', async () => {
    const { router } = await openList()
    await act(() => router.navigate('/admin/dashboard'))
    const link = await screen.findByRole('link', { name: 'Add project' })
    mockOffline()
    fireEvent.click(link)
    fireEvent.click(link)
    expect(await screen.findByRole('heading', { name: 'New project' })).toBeVisible()
    expect(screen.getByText('Nothing entered yet.')).toBeVisible()
    setFieldValue(title(), 'Beneath Camden')
    expect(await screen.findByText(/^Not saved yet: no connection/)).toBeVisible()
    reconnect()
    await isSaved()
    expect(await titlesStored()).toEqual(['Beneath Camden'])
  })

  it('deleting a draft during a save leaves no draft behind', async () => {
    const { user } = await openNew()
    const saving = delayResponses(SAVE)
    fill('Beneath Camden')
    await waitFor(() => expect(saving.count()).toBe(1))
    await user.click(button('Delete draft'))
    await confirm(user, 'Delete draft')
    saving.release()
    await screen.findByRole('heading', { name: 'Projects', level: 2 })
    expect(await sql('select 1 from projects where draft is not null')).toEqual([])
  })
})

describe('unsynced changes', () => {
  it('unsynced changes are hidden from another user, and resume when their author returns', async () => {
    const { user, router, account } = await openNew()
    const { supabase } = await import('@/admin/backend/client')
    mockOffline(SAVE)
    setFieldValue(title(), 'Beneath Camden')
    await screen.findByText(/^Not saved yet/)
    const place = await hasOwnAddress(router)
    const colleague = await makeAccount('colleague')
    await act(() => supabase.auth.signInWithPassword(colleague))
    expect(await screen.findByText(/^This no longer exists/)).toBeVisible()
    expect(asksBeforeClosing()).toBe(false)
    unblock()
    // Runs pending saves in the colleague's session.
    await act(() => router.navigate(PLACE))
    await user.click(await screen.findByRole('button', { name: 'Add project' }))
    setFieldValue(await screen.findByLabelText('Title'), 'The colleague’s')
    await isSaved()
    expect(await titlesStored()).toEqual(['The colleague’s'])
    await act(() => supabase.auth.signInWithPassword(account))
    await act(() => router.navigate('/'))
    await act(() => router.navigate(place))
    await waitFor(() => expect(title()).toHaveValue('Beneath Camden'))
    await isSaved()
    expect(await titlesStored()).toContain('Beneath Camden')
  })

  it('saves unsynced changes as soon as their author has signed in again', async () => {
    expectConsole('error')
    const account = await makeAccount()
    const { user } = await openAs(account, PLACE)
    await user.click(await screen.findByRole('button', { name: 'Add project' }))
    await sql('delete from auth.sessions where user_id = $1', [account.id])
    setFieldValue(await screen.findByLabelText('Title'), 'Beneath Camden')
    await signInAgain(user, account)
    await isSaved()
    expect(await titlesStored()).toEqual(['Beneath Camden'])
  })

  it('keeps unsynced changes unsent when another tab has signed in as another user', async () => {
    await openNew()
    const colleague = await makeAccount('colleague')
    const signIn = { method: 'POST', body: { email: colleague.email, password: colleague.password } }
    const { body } = await act(() => callAs(server(), 'visitor', '/auth/v1/token?grant_type=password', signIn))
    const key = Object.keys(window.localStorage).find((name) => name.startsWith('sb-')) ?? ''
    window.localStorage.setItem(key, JSON.stringify(body))
    setFieldValue(title(), 'Beneath Camden')
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('Your session has ended.')
    expect(within(alert).getByRole('link', { name: 'Sign in' })).toBeVisible()
    expect(title()).toHaveValue('Beneath Camden')
    expect(await stored()).toEqual([])
  })

  it('sends unsynced changes before logging out, and asks first when that fails', async () => {
    const { user, router } = await openNew()
    setFieldValue(title(), 'Beneath Camden')
    mockOffline(SAVE)
    const logOut = () => user.click(screen.getByRole('button', { name: 'Logout' }))
    await logOut()
    const question = await screen.findByRole('alertdialog', { name: 'Some changes haven’t reached the server' })
    expect(question).toHaveTextContent('“Beneath Camden”: 1 change')
    await user.click(within(question).getByRole('button', { name: 'Stay signed in' }))
    expect(title()).toHaveValue('Beneath Camden')
    reconnect()
    await isSaved()
    setFieldValue(screen.getByLabelText('Location'), 'Camden')
    await logOut()
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/login'))
    expect(await stored()).toMatchObject([{ draft: { location: 'Camden' } }])
  })

  it('asks before closing while any of several unsaved edits remains', async () => {
    const { user, router } = await openNew()
    const saving = delayResponses(SAVE)
    setFieldValue(title(), 'Beneath Camden')
    await user.click(screen.getByRole('link', { name: 'Theme' }))
    await user.click(await screen.findByRole('button', { name: /^not-found\.tsx/ }))
    await user.click(await screen.findByRole('button', { name: 'Edit' }))
    setFieldValue(await screen.findByRole('textbox', { name: /^Edit / }), 'Typed')
    saving.release()
    await waitFor(async () => expect(await stored()).toHaveLength(1))
    expect(asksBeforeClosing()).toBe(true)
    await user.click(screen.getByRole('link', { name: 'Media' }))
    await user.click(await screen.findByRole('button', { name: 'Discard changes' }))
    await waitFor(() => expect(router.state.location.search).toBe('?section=media'))
    await waitFor(() => expect(asksBeforeClosing()).toBe(false))
  })
})

const field = (label: string) => screen.getByLabelText(label)

describe('concurrent edits', () => {
  it('merges concurrent changes by field, and asks which version to keep on conflict', async () => {
    const { user } = await openDraft()
    await changeElsewhere('services', 'Piling')
    await changeElsewhere('title', 'Their title')
    setFieldValue(field('Title'), 'My title')
    setFieldValue(field('Location'), 'Kentish Town')
    const question = await screen.findByRole('alert')
    expect(question).toHaveTextContent(
      /^This was changed in another tab, .* while you were editing\..*Your versionMy titleOther versionTheir title/,
    )
    expect(field('Services (optional)')).toHaveValue('Piling')
    await waitFor(async () =>
      expect(await stored()).toMatchObject([{ draft: { title: 'Their title', location: 'Kentish Town' } }]),
    )
    expect(button('Publish')).toBeDisabled()
    expect(screen.getByText(/^Not saved yet\. Please resolve/)).toBeVisible()
    setFieldValue(field('Title'), 'My title, longer')
    await user.click(button('Keep mine'))
    await isSaved()
    expect(await titlesStored()).toEqual(['My title, longer'])
    await changeElsewhere('title', 'Their second title')
    setFieldValue(field('Title'), 'Mine again')
    await user.click(await screen.findByRole('button', { name: 'Use the other version' }))
    expect(field('Title')).toHaveValue('Their second title')
    expect(await titlesStored()).toEqual(['Their second title'])

    await isSaved()
    await changeElsewhere('depth', '3 m')
    await changeElsewhere('weeks', '20 weeks')
    setFieldValue(field('Depth (optional)'), '4 m')
    setFieldValue(field('Area (optional)'), '48 m²')
    const fact = await screen.findByRole('alert')
    expect(fact).toHaveTextContent(/Your version4 mOther version3 m/)
    expect(fact.closest('details')).toHaveAttribute('open')
    expect(field('Time on site (optional)')).toHaveValue('20 weeks')
    await waitFor(async () => expect(await stored()).toMatchObject([{ draft: { area: '48 m²', weeks: '20 weeks' } }]))
  })

  it('remote changes never overwrite a focused field or the text of a removed photo', async () => {
    const { user } = await openDraft()
    const hasFocus = vi.spyOn(document, 'hasFocus').mockReturnValue(true)
    act(() => field('Title').focus())
    await changeElsewhere('title', 'Their title')
    setFieldValue(field('Location'), 'Kentish Town')
    await waitFor(async () => expect(await stored()).toMatchObject([{ draft: { location: 'Kentish Town' } }]))
    expect(field('Title')).toHaveValue('Beneath Camden')
    await user.tab()
    fireEvent(document, new Event('visibilitychange', { bubbles: true }))
    await waitFor(() => expect(field('Title')).toHaveValue('Their title'))
    hasFocus.mockRestore()

    await isSaved()
    await changeElsewhere('photographs/0/removed', true)
    setFieldValue(field('Photo 1 description'), 'The trial pit')
    const told = await screen.findByRole('alert')
    expect(told).toHaveTextContent(/^0\.jpg was removed in the meantime\..*The trial pit/)
    await user.click(button('Keep it'))
    await isSaved()
    expect(field('Photo 1 description')).toHaveValue('The trial pit')
    expect(await photographsStored()).toMatchObject([{ alt: 'The trial pit', removed: false, picture: {} }])
  })

  it('offers to save edits as a new project when the project was permanently deleted', async () => {
    expectConsole('error')
    const { user } = await openDraft()
    await sql('update projects set draft = null, deleted_at = now()')
    setFieldValue(field('Title'), 'Mine')
    await screen.findByText(/^This project has been deleted/)
    await user.click(button('Save mine as a new project'))
    await isSaved()
    expect(field('Title')).toHaveValue('Mine')
    expect(await sql(`select draft ->> 'title' as title from projects where draft is not null`)).toEqual([
      { title: 'Mine' },
    ])
  })

  it('a late response updates only the project it belongs to, not the open form', async () => {
    vi.spyOn(document, 'hasFocus').mockReturnValue(true)
    const { user } = await openDraft()
    await changeElsewhere('title', 'Their title')
    const saving = delayResponses(SAVE)
    setFieldValue(field('Location'), 'Kentish Town')
    await waitFor(() => expect(saving.count()).toBe(1))
    await user.click(button('All projects'))
    await user.click(await screen.findByRole('button', { name: 'Add project' }))
    act(() => field('Title').focus())
    saving.release()
    await saving.answered()
    unblock()
    setFieldValue(field('Title'), 'Another')
    await isSaved()
    delayResponses(SAVE)
    expect(await reopen(user, 'Their title')).toHaveValue('Their title')
  })

  it('a project gets a unique address when its title is taken or lacks letters', async () => {
    await addProject('published')
    await openNew()
    const title = field('Title')
    expect(title).toHaveAttribute('dir', 'auto')
    setFieldValue(title, '🏗️🏗️')
    expect(title).toHaveAccessibleDescription(/\/project\/project, follows.*no letters A to Z/)
    setFieldValue(title, 'Beneath Camden')
    const told = /\/project\/beneath-camden-2, .*Another project already has this title/
    await waitFor(() => expect(field('Title')).toHaveAccessibleDescription(told))
    await isSaved()
  })
})
