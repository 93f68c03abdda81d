import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { site } from '@/content/site'
import { delayResponses, mockOffline } from '../support/admin-network'
import { forgetBrowser, makeAccount } from '../support/admin-users'
import { expectConsole, openOrigin } from '../support/dom'
import { renderSite } from '../support/render-site'
import { mailsTo, serverUrl, sql } from '../support/test-server'
import {
  button,
  insert,
  loseConnection,
  openAs,
  pressTwice,
  question,
  reconnect,
  setFieldValue,
  signInAs,
} from './admin-support'

// Finds this test's rows on the shared server.
let word = ''
beforeEach(async () => {
  word = `w${crypto.randomUUID().slice(0, 8)}`
  await signInAs()
})
afterAll(forgetBrowser)

const store = async (change: Record<string, string | null> = {}) =>
  (await insert('enquiries', { subject: word, ...change })).id
const review = (change: Record<string, string | null> = {}) => insert('reviews', { text: word, ...change })
const minutesLater = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()

const openOverview = () => renderSite('/admin/dashboard')
const openEnquiries = async () => {
  const rendered = await renderSite('/admin/dashboard?tab=enquiries')
  await rendered.user.type(await screen.findByRole('searchbox', { name: 'Search enquiries' }), `${word}{Enter}`)
  return rendered
}
const rows = async () => [...(await screen.findByRole('list', { name: 'Enquiries' })).children] as HTMLElement[]
const found = async (count: number) => {
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Enquiries', busy: true })).toBeNull())
  await waitFor(async () => expect(await rows()).toHaveLength(count))
}
const nothingFound = () => waitFor(() => expect(screen.getByText(`Nothing found for “${word}”`)).toBeVisible())

const POLL_MS = 30_000
/** Replaces the 30-second poll with calls of `next`. */
const takeThePolls = () => {
  const polls = new Set<() => void>()
  const { setInterval: real, clearInterval: realClear } = globalThis
  vi.spyOn(globalThis, 'setInterval').mockImplementation(((tick: () => void, ms?: number) => {
    if (!ms || ms < POLL_MS) return real(tick, ms)
    polls.add(tick)
    return tick
  }) as typeof setInterval)
  vi.spyOn(globalThis, 'clearInterval').mockImplementation((id) => {
    if (typeof id === 'function') polls.delete(id)
    else realClear(id)
  })
  return { next: () => act(async () => polls.forEach((tick) => void tick())) }
}
const asked = (pattern: RegExp) =>
  vi
    .mocked(globalThis.fetch)
    .mock.calls.filter(([input]) => pattern.test(String(input instanceof Request ? input.url : input)))
const waiting = async () => within(await screen.findByRole('region', { name: 'Needs your attention' }))
const link = async (name: RegExp) => (await waiting()).findByRole('link', { name })
const countIn = (text: string | null) => Number(/\d+/.exec(text ?? '')?.[0] ?? 0)

describe('pending work', () => {
  it('lists pending work with links above the sample figures, and counts it in the title', async () => {
    await store({ delivery: 'failed' })
    await review({})
    await review({ name: 'Bob', text: `${word} thanks`, status: 'approved', thanks_failed_at: 'now' })
    await insert('review_invitations')
    const { user, router } = await openOverview()
    for (const [name, query] of [
      [/^\d+ reviews? to moderate$/, ''],
      [/^\d+ failed thank-you emails?$/, '&tab=published'],
      [/^\d+ unanswered invitations?$/, '&tab=invitations'],
    ] as const)
      expect(await link(name)).toHaveAttribute('href', `/admin/dashboard?section=reviews${query}`)
    const [first] = within(screen.getByRole('main')).getAllByRole('heading', { level: 2 })
    expect(first).toHaveTextContent('Needs your attention')
    const enquiries = countIn((await link(/new enquir/)).textContent)
    const reviews = countIn((await link(/to moderate$/)).textContent)
    const menu = within(screen.getByRole('navigation', { name: 'Admin' }))
    expect(menu.getByRole('link', { name: new RegExp(`^Overview \\(${enquiries} new enquir`) })).toBeVisible()
    expect(document.title).toBe(`(${enquiries + reviews}) Overview | ${site.name}`)

    expect(await screen.findByText('Website Visitors')).toBeVisible()
    expect(screen.getByText('Projects', { selector: 'dt' })).toBeVisible()
    expect(screen.getByText(/Connect an analytics service for accurate data/)).toBeVisible()
    await user.click(screen.getByRole('tab', { name: 'Active Projects' }))
    expect(screen.getAllByText('Sample')).toHaveLength(5)
    const bars = screen.getAllByRole('progressbar')
    expect(bars.map((bar) => bar.getAttribute('aria-valuenow'))).toEqual(['65', '30', '85'])

    await user.click(await link(/^\d+ failed emails?$/))
    expect(await screen.findByRole('button', { name: /^Not delivered \(\d/, pressed: true })).toBeVisible()
    await user.click(await link(/^\d+ new enquir(y|ies)/))
    expect(await screen.findByRole('button', { name: /^New \(\d/, pressed: true })).toBeVisible()
    expect(router.state.location.search).toBe('?tab=enquiries&filter=new')
    await waitFor(() => expect(document.getElementById('enquiries')).toHaveFocus())
  })

  it('opens the real reviews from the overview, even in demo mode', async () => {
    await review({})
    window.sessionStorage.setItem('admin-demo', 'true')
    const { user, router } = await openOverview()
    await user.click(await link(/^\d+ reviews? to moderate$/))
    await screen.findByRole('heading', { name: 'Pending Reviews' })
    expect(screen.queryByText(/^Demo:/)).toBeNull()

    window.sessionStorage.setItem('admin-demo', 'true')
    await act(() => router.navigate('/admin/dashboard'))
    await user.click(await screen.findByRole('link', { name: 'Ask for a review' }))
    expect(await screen.findByRole('dialog', { name: 'Ask for a review' })).toBeVisible()
    expect(screen.queryByText(/^Demo:/)).toBeNull()
    await act(() => router.navigate('/admin/dashboard?section=reviews&ask=1&demo=1'))
    expect(await screen.findByText(/^Demo:/)).toBeVisible()
    expect(screen.queryByRole('dialog')).toBeNull()
    window.sessionStorage.clear()
  })

  it('does not request or show pending work without an administrator session', async () => {
    await forgetBrowser()
    vi.spyOn(globalThis, 'fetch')
    window.localStorage.setItem('adminAuth', 'true')
    await openOverview()
    expect(await screen.findByText('Website Visitors')).toBeVisible()
    await waitFor(() => expect(screen.queryByText('Needs your attention')).toBeNull())
    expect(document.title).toBe(`Overview | ${site.name}`)
    expect(asked(/waiting_counts/)).toEqual([])
  })

  it('polls pending work every 30 seconds while visible, and keeps it when a poll fails', async () => {
    const news = async () => countIn((await link(/new enquir/)).textContent)
    const polls = takeThePolls()
    await store()
    const { user } = await openOverview()
    let before = await news()
    const isMore = () => waitFor(async () => expect(await news()).toBeGreaterThan(before))
    await store()
    await polls.next()
    await isMore()

    before = await news()
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    const turn = () => act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
    turn()
    await store()
    vi.spyOn(globalThis, 'fetch')
    await polls.next()
    expect(asked(/waiting_counts/)).toEqual([])
    visibility.mockReturnValue('visible')
    turn()
    await isMore()
    reconnect()

    loseConnection(/waiting_counts/)
    await polls.next()
    expect(await screen.findByText(/^Last updated at \d\d:\d\d\. Refresh failed\./)).toBeVisible()
    expect(await link(/new enquir/)).toBeVisible()
    expect(document.querySelector('[data-sonner-toast][data-type="error"]')).toBeNull()
    reconnect()
    await user.click(button(/^Try again$/))
    await waitFor(() => expect(screen.queryByText(/Refresh failed/)).toBeNull())
  })

  it('requests another rebuild on demand, and checks it again with the next poll', async () => {
    // Builds of other tests would remove the button.
    await forgetBrowser()
    onTestFinished(forgetBrowser)
    openOrigin(await serverUrl('rebuilds'))
    const account = await makeAccount('admin', { on: 'rebuilds' })
    const polls = takeThePolls()
    const builds = delayResponses(/functions\/v1\/rebuild/)
    const { user } = await openAs(account, '/admin/dashboard')
    await waitFor(() => expect(builds.count()).toBe(1))
    // A closed tab changed something. This server has no deploy hook.
    const spend = async () => {
      const settings = JSON.stringify({ per_month: 5, quiet_minutes: 10, lost_minutes: 30 })
      await sql(
        `update private.site set changed = changed + 1, changed_at = now(), taken_down = 0, settings = $1,
           failed_at = null, is_readable = true, live = 0, live_at = now()`,
        [settings],
        'rebuilds',
      )
      await sql('delete from private.builds', [], 'rebuilds')
      await sql(
        `insert into private.builds (ordered_at, changed, kind)
         select now() - interval '40 minutes', changed, 'ordinary' from private.site`,
        [],
        'rebuilds',
      )
      await polls.next()
    }
    await spend()
    await waitFor(async () =>
      expect((await waiting()).getByText(/used all the rebuilds allowed in 30 days/)).toBeVisible(),
    )
    await user.click(button(/^Request another rebuild$/))
    await waitFor(() => expect(builds.count()).toBe(2))
    builds.release()
    await builds.answered()
    await spend()
    await waitFor(() => expect(builds.count()).toBe(3))
  })

  it.each([
    ['the overview', '', /^Needs your attention$/],
    ['the reviews section', '?section=reviews', /^Pending \(\d/],
  ])('%s stops polling when the session ends', async (_, place, shown) => {
    expectConsole('error')
    const polls = takeThePolls()
    await renderSite(`/admin/dashboard${place}`)
    await screen.findByText(shown)
    await waitFor(() => expect(screen.queryByText(/^(Loading|Checking)/)).toBeNull())
    const { supabase } = await import('@/admin/backend/client')
    await act(() => supabase.auth.signOut({ scope: 'local' }))
    await screen.findByText(/^You’re not signed in/)
    vi.spyOn(globalThis, 'fetch')
    await polls.next()
    expect(asked(/rest\/v1/)).toEqual([])
  })
})

describe('the status of an enquiry', () => {
  const stored = async (id: string) =>
    (
      await sql<{ status: string; changes: { status: string; by: string }[] }>(
        'select status, status_changes as changes from enquiries where id = $1',
        [id],
      )
    )[0]
  const hasStatus = (id: string, status: string) =>
    waitFor(async () => expect(await stored(id)).toMatchObject({ status }))
  const badge = (text: string) => screen.findByText(text, { selector: 'li span:not(fieldset *)' })

  it('the status changes by button or after a reply, with undo and history', async () => {
    const id = await store({ message: 'Two lines:\ndamp & cold' })
    const { user } = await openEnquiries()
    await found(1)
    mockOffline(/enquiries\?/)
    await user.click(button(/^Quoted$/))
    expect(await screen.findByText(/^Couldn’t update the enquiry\. Couldn’t reach the server\./)).toBeVisible()
    expect(await badge('New')).toBeVisible()
    await hasStatus(id, 'new')
    reconnect()

    const reply = screen.getByRole('link', { name: `Reply: ${word}, Ann` })
    const href = decodeURIComponent(reply.getAttribute('href') ?? '')
    expect(href).toContain(`mailto:ann@example.com?subject=Re: ${word}&body=`)
    expect(href).toContain('> Two lines:\r\n> damp & cold')
    reply.addEventListener('click', (event) => event.preventDefault())
    await user.click(reply)
    fireEvent(document, new Event('visibilitychange'))
    expect(await screen.findByText('Have you replied?')).toBeVisible()
    await user.click(button(/^Not yet/))
    expect(screen.queryByText('Have you replied?')).toBeNull()
    await hasStatus(id, 'new')
    await user.click(reply)
    fireEvent(document, new Event('visibilitychange'))
    await user.click(button(/^Yes/))
    expect(await screen.findByText('Ann marked as contacted')).toBeVisible()
    expect(await badge('Contacted')).toBeVisible()
    await hasStatus(id, 'contacted')
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(await badge('New')).toBeVisible()
    await hasStatus(id, 'new')

    // Both are saved, one after the other.
    await user.click(button(/^Visit booked$/))
    await user.click(button(/^Won$/))
    expect(await badge('Won')).toBeVisible()
    await hasStatus(id, 'won')
    const changes = (await stored(id))?.changes ?? []
    expect(changes.map(({ status }) => status)).toEqual(['contacted', 'new', 'visit booked', 'won'])
    await user.click(await screen.findByText('4 status changes'))
    expect(screen.getByText(/^Won$/, { selector: 'li strong' }).parentElement).toHaveTextContent(
      `Won by ${changes[3]?.by}, `,
    )
  })

  it('two failed changes leave the stored status, and undo restores the one before', async () => {
    const id = await store()
    const { user } = await openEnquiries()
    await found(1)
    mockOffline(/enquiries\?/)
    await user.click(button(/^Quoted$/))
    await user.click(button(/^Won$/))
    await waitFor(() => expect(screen.getAllByText(/^Couldn’t update the enquiry\./)).toHaveLength(2))
    expect(await badge('New')).toBeVisible()
    reconnect()
    // This list doesn't show another administrator's change yet.
    await sql(`update enquiries set status = 'lost' where id = $1`, [id])
    await user.click(button(/^Won$/))
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await hasStatus(id, 'lost')
    expect(await badge('Lost')).toBeVisible()
    await sql(`update enquiries set status = 'quoted' where id = $1`, [id])
    await user.click(button(/^Quoted$/))
    expect(await screen.findByText('Ann marked as quoted')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
    expect((await stored(id))?.changes).toHaveLength(4)
  })

  it('an undo leaves a status that has been changed again since', async () => {
    const id = await store()
    const { user } = await openEnquiries()
    await found(1)
    await user.click(button(/^Quoted$/))
    const undo = await screen.findByRole('button', { name: 'Undo' })
    await sql(`update enquiries set status = 'lost' where id = $1`, [id])
    await user.click(undo)
    expect(await screen.findByText(/^The status has been changed again in the meantime/)).toBeVisible()
    expect(await badge('Lost')).toBeVisible()
    expect(await stored(id)).toMatchObject({ status: 'lost' })
  })

  it('a changed enquiry stays in its list, and the filters count it', async () => {
    await store({ name: 'Quoted', status: 'quoted' })
    await store({ name: 'Newer' })
    await store({ name: 'Share', kind: 'business-card', message: `${word} https://x.example` })
    const { user } = await openEnquiries()
    await found(3)
    expect(screen.getAllByRole('group', { name: /^Status: / })).toHaveLength(2)
    const filter = (name: string) => user.click(screen.getByRole('button', { name }))
    await filter('New (1)')
    await found(1)
    await user.click(button(/^Won$/))
    expect(await badge('Won')).toBeVisible()
    for (const name of ['New (0)', 'Quoted (1)', 'Won (1)', 'All (3)'])
      expect(await screen.findByRole('button', { name })).toBeVisible()
    await filter('Not delivered (0)')
    await nothingFound()
    await filter('New (0)')
    await nothingFound()
    await filter('Won (1)')
    await found(1)
  })

  it('the overview counts new enquiries that have waited for more than one working day', async () => {
    await store({ created_at: minutesLater(-6 * 24 * 60) })
    await openOverview()
    expect(await link(/^\d+ new enquir(y|ies)\s?\d+ waiting for more than one working day$/)).toBeVisible()
  })
})

describe('the private note of an enquiry', () => {
  const note = () => screen.getByRole('textbox', { name: 'Note' })
  const save = () => screen.getByRole('button', { name: 'Save note' })
  const stored = async (id: string) => (await sql('select note from enquiries where id = $1', [id]))[0]

  it('a note is kept when saving fails, and never overwrites an unseen change', async () => {
    const id = await store()
    const { user } = await openEnquiries()
    await found(1)
    await user.click(button(/^Add note/))
    setFieldValue(await screen.findByRole('textbox', { name: 'Note' }), 'x'.repeat(2_001))
    await user.click(save())
    expect(note()).toHaveAccessibleDescription(/2,000/)
    setFieldValue(note(), 'Call on Monday')
    mockOffline(/save_enquiry_note/)
    await user.click(save())
    expect(await screen.findByText(/Couldn’t reach the server/)).toBeVisible()
    reconnect()
    await user.click(save())
    expect(await screen.findByText('Note saved')).toBeVisible()
    expect(await screen.findByText('Call on Monday')).toBeVisible()

    const change = async (text: string) => {
      await user.click(button(/^Edit note/))
      await screen.findByRole('textbox', { name: 'Note' })
      await sql('update enquiries set note = $2 where id = $1', [id, text])
      setFieldValue(note(), 'Mine')
      await user.click(save())
      expect(await screen.findByRole('alert')).toHaveTextContent(/^This note was changed .*Other version/)
      expect(screen.getByRole('alert')).toHaveTextContent(text)
      expect(await stored(id)).toEqual({ note: text })
    }
    await change('Theirs')
    await user.click(button(/^Keep mine/))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await stored(id)).toEqual({ note: 'Mine' })
    await change('Theirs again')
    await user.click(button(/^Use the other version/))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.getByText('Theirs again')).toBeVisible()
    expect(await stored(id)).toEqual({ note: 'Theirs again' })
  })

  it('an unsaved note outlives its row, and leaving is confirmed first', async () => {
    const id = await store()
    const { user, router } = await openEnquiries()
    await found(1)
    await user.click(button(/^Add note/))
    setFieldValue(await screen.findByRole('textbox', { name: 'Note' }), 'Half a')
    await sql('delete from enquiries where id = $1', [id])
    const { queryClient } = await import('@/admin/backend/query-client')
    await act(() => queryClient.refetchQueries({ queryKey: ['enquiries'] }))
    await waitFor(() => expect(document.querySelector('article')).toBeNull())
    expect(note()).toHaveValue('Half a')
    await user.click(save())
    expect(await screen.findByText('This enquiry has been deleted')).toBeVisible()
    await act(() => router.navigate('/admin/user-manager'))
    await user.click(question().getByRole('button', { name: 'Keep editing' }))
    expect(note()).toHaveValue('Half a')
  })
})

describe('new reviews', () => {
  it("offers to show a newly arrived review, but not after the administrator's own action", async () => {
    const polls = takeThePolls()
    const add = (name: string, minutes: number) =>
      review({ name, text: `${word} ${name}`, created_at: minutesLater(minutes) })
    await add('First', 61)
    const { user } = await renderSite('/admin/dashboard?section=reviews')
    expect(await screen.findByText(`${word} First`)).toBeVisible()
    await add('Latecomer', 62)
    // Other tests change this count.
    await waitFor(async () => {
      await polls.next()
      const [stored] = await sql<{ count: number }>(`select count(*)::int from reviews where status = 'pending'`)
      expect(screen.getByRole('tab', { name: /^Pending/ })).toHaveTextContent(`Pending (${stored?.count})`)
    })
    const show = await screen.findByRole('button', { name: 'Show 1 new review' })
    const latecomer = () => screen.queryByText(`${word} Latecomer`)
    expect(latecomer()).toBeNull()
    await user.click(show)
    await waitFor(() => expect(latecomer()).toBeVisible())

    await user.click(screen.getByRole('button', { name: 'Approve the review by Latecomer' }))
    await screen.findByText('Review approved successfully')
    await polls.next()
    await waitFor(() => expect(latecomer()).toBeNull())
    expect(screen.queryByRole('button', { name: /^Show \d+ new/ })).toBeNull()
  })
})

describe('the enquiry list', () => {
  it('lists enquiries newest first, with sender, type and delivery status', async () => {
    await store({ name: 'Older', created_at: '2026-01-01T09:00:00Z', delivery: 'failed' })
    await store({ name: 'عميل 🏗️', created_at: '2026-01-02T09:00:00Z', delivery: 'sent', delivered_at: '2026-01-02' })
    const shared = { kind: 'business-card', name: '', email: `${word}@example.com`, message: 'https://x.example' }
    await store({ ...shared, created_at: '2026-01-03T09:00:00Z' })
    await openEnquiries()
    await found(3)
    const [card, newer, older] = (await rows()) as [HTMLElement, HTMLElement, HTMLElement]
    expect(card).toHaveTextContent(/^\S+@example\.comSending emailBusiness card shared/)
    expect(newer).toHaveTextContent('عميل 🏗️')
    expect(newer).toHaveTextContent(/^عميل 🏗️NewYou were notified/)
    expect(older).toHaveTextContent('Email failed')
    expect(within(newer).queryByRole('button', { name: /^Send again/ })).toBeNull()
    expect(within(older).getByRole('button', { name: /^Send again/ })).toBeVisible()
  })

  it('shows fifty enquiries per page, and keeps page and search in the URL', async () => {
    await sql(
      `insert into enquiries (kind, name, email, subject, message, created_at)
       select 'contact', 'Person ' || n, 'p@example.com', $1, 'm', now() - make_interval(mins => n) from generate_series(1, 51) n`,
      [word],
    )
    const { user, router } = await openEnquiries()
    await found(50)
    expect(await screen.findByText('1 to 50 of 51')).toBeVisible()
    await user.click(screen.getByText('Next'))
    await found(1)
    expect(router.state.location.search).toBe(`?tab=enquiries&q=${word}&page=2`)
    expect((await rows())[0]).toHaveTextContent('Person 51')
    await user.click(button(/^Delete/))
    await user.click(question().getByRole('button', { name: 'Delete' }))
    await found(50)
  })

  it('deletes an enquiry once, only after confirmation, and shows why deletion failed', async () => {
    const id = await store()
    const remains = async () => (await sql('select 1 from enquiries where id = $1', [id])).length === 1
    const { user } = await openEnquiries()
    await found(1)
    await user.click(button(/^Delete/))
    const asked = within(screen.getByRole('alertdialog', { name: 'Are you sure?' }))
    expect(
      asked.getByText('This action cannot be undone. This will permanently delete the enquiry from your dashboard.'),
    ).toBeVisible()
    expect(asked.getByRole('button', { name: 'Cancel' })).toHaveFocus()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(await remains()).toBe(true)
    expect(button(/^Delete/)).toHaveFocus()

    await user.click(button(/^Delete/))
    const confirm = question().getByRole('button', { name: 'Delete' })
    mockOffline(/enquiries\?/)
    await user.click(confirm)
    expect(await question().findByRole('alert')).toHaveTextContent('Couldn’t reach the server.')
    expect(await remains()).toBe(true)
    reconnect()
    const calls = await pressTwice(confirm, /enquiries\?/, 'Deleting...')
    expect(await screen.findByText('Enquiry deleted')).toBeVisible()
    await nothingFound()
    expect(calls()).toBe(1)
    expect(await remains()).toBe(false)
  })

  it('resends a failed enquiry email once, unless another administrator has already sent it', async () => {
    expectConsole('error')
    await store({ delivery: 'failed', created_at: minutesLater(-1) })
    const id = await store({ delivery: 'failed' })
    const { user } = await openEnquiries()
    await found(2)
    const [quicker, again] = screen.getAllByRole('button', { name: /^Send again/ }) as [HTMLElement, HTMLElement]
    const calls = await pressTwice(again, /admin-email/, 'Sending...')
    expect(await screen.findByText('Email sent again')).toBeVisible()
    expect(await screen.findByText('You were notified')).toBeVisible()
    expect((await mailsTo(site.email)).filter(({ subject }) => subject === `Enquiry: ${word}`)).toHaveLength(1)
    expect(calls()).toBe(1)

    await sql(`update enquiries set delivery = 'sent', delivered_at = now() where id = $1`, [id])
    await user.click(quicker)
    expect(await screen.findByText('This email has already been sent, or is being sent right now.')).toBeVisible()
    await waitFor(() => expect(screen.getAllByText('You were notified')).toHaveLength(2))
  })
})
