import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { site } from '@/content/site'
import { cutOff, holdBack } from '../support/admin-network'
import { forgetBrowser, makeAccount, renderSignedIn } from '../support/admin-users'
import { mailsTo, sql } from '../support/backstage'
import { expectConsole } from '../support/dom'
import { clickTwiceAtOnce } from '../support/render-site'

// Other files send enquiries to the same server: each test looks for its own by a word nobody else uses.
let word = ''
beforeEach(() => {
  word = `w${crypto.randomUUID().slice(0, 8)}`
})
afterEach(forgetBrowser)

const store = async (change: Record<string, string | null> = {}) => {
  const row = { kind: 'contact', name: 'Ann', email: 'ann@example.com', subject: word, message: 'Damp', ...change }
  const names = Object.keys(row)
  const [stored] = await sql<{ id: string }>(
    `insert into enquiries (${names.join(', ')}) values (${names.map((_, at) => `$${at + 1}`).join(', ')}) returning id`,
    Object.values(row),
  )
  return stored?.id ?? ''
}
const remains = async (id: string) => (await sql('select 1 from enquiries where id = $1', [id])).length === 1

const open = async () => {
  const rendered = await renderSignedIn(await makeAccount(), '/admin/dashboard?tab=enquiries')
  await rendered.user.type(await screen.findByRole('searchbox', { name: 'Search enquiries' }), `${word}{Enter}`)
  return rendered
}
const rows = async () => within(await screen.findByRole('list', { name: 'Enquiries' })).findAllByRole('listitem')
const settled = () => waitFor(() => expect(screen.queryByRole('list', { name: 'Enquiries', busy: true })).toBeNull())
const found = async (count: number) => {
  await settled()
  await waitFor(async () => expect(await rows()).toHaveLength(count))
}

describe('the overview', () => {
  it('shows two sample figures, says so, and lists three sample projects with their progress', async () => {
    await renderSignedIn(await makeAccount())
    await screen.findByText('Website Visitors')
    expect(screen.getByText('Projects', { selector: 'dt' })).toBeVisible()
    expect(screen.getByText(/Connect an analytics service for accurate data/)).toBeVisible()
    expect(screen.getAllByText('Sample')).toHaveLength(5)
    expect(screen.getByRole('tab', { name: 'Active Projects', selected: true })).toBeVisible()
    const bars = screen.getAllByRole('progressbar')
    expect(bars.map((bar) => bar.getAttribute('aria-valuenow'))).toEqual(['65', '30', '85'])
  })
})

describe('the enquiries', () => {
  it('come newest first, with who, what and what became of the e-mail', async () => {
    await store({ name: 'Older', created_at: '2026-01-01T09:00:00Z', delivery: 'failed' })
    await store({ name: 'عميل 🏗️', created_at: '2026-01-02T09:00:00Z', delivery: 'sent', delivered_at: '2026-01-02' })
    await store({
      kind: 'business-card',
      name: '',
      email: `${word}@example.com`,
      message: 'https://x.example',
      created_at: '2026-01-03T09:00:00Z',
    })
    await open()
    await found(3)
    const [card, newer, older] = await rows()
    expect(card).toHaveTextContent('Business card shared')
    expect(newer).toHaveTextContent('عميل 🏗️')
    expect(newer).toHaveTextContent('E-mail sent')
    expect(older).toHaveTextContent('E-mail failed')
    expect(within(newer as HTMLElement).queryByRole('button', { name: /^Send again/ })).toBeNull()
    expect(within(older as HTMLElement).getByRole('button', { name: /^Send again/ })).toBeVisible()
  })

  it('come in pages of fifty', async () => {
    await sql(
      `insert into enquiries (kind, name, email, subject, message, created_at)
       select 'contact', 'Person ' || n, 'p@example.com', $1, 'm', now() - make_interval(mins => n) from generate_series(1, 51) n`,
      [word],
    )
    const { user } = await open()
    await found(50)
    expect(screen.getByText('1 to 50 of 51')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Next' }))
    await found(1)
    expect((await rows())[0]).toHaveTextContent('Person 51')
    await user.click(screen.getByRole('button', { name: /^Delete/ }))
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
    await found(50)
  })

  it('say what to do when nothing is found', async () => {
    await open()
    expect(await screen.findByText(`Nothing found for “${word}”`)).toBeVisible()
  })

  it('are deleted after the question, and only then', async () => {
    const id = await store()
    const { user } = await open()
    await found(1)
    await user.click(screen.getByRole('button', { name: /^Delete/ }))
    const dialog = within(screen.getByRole('alertdialog', { name: 'Are you sure?' }))
    expect(
      dialog.getByText('This action cannot be undone. This will permanently delete the enquiry from your dashboard.'),
    ).toBeVisible()
    expect(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(await remains(id)).toBe(true)
    expect(screen.getByRole('button', { name: /^Delete/ })).toHaveFocus()

    await user.click(screen.getByRole('button', { name: /^Delete/ }))
    const held = holdBack(/enquiries\?/)
    clickTwiceAtOnce(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
    expect(await screen.findByRole('button', { name: 'Deleting...' })).toBeDisabled()
    held.release()
    expect(await screen.findByText('Enquiry deleted')).toBeVisible()
    await screen.findByText(`Nothing found for “${word}”`)
    expect(held.count()).toBe(1)
    expect(await remains(id)).toBe(false)
  })

  it('stay when deleting fails, and the question says why', async () => {
    const id = await store()
    const { user } = await open()
    await found(1)
    cutOff(/enquiries\?/)
    await user.click(screen.getByRole('button', { name: /^Delete/ }))
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
    expect(await within(screen.getByRole('alertdialog')).findByRole('alert')).toHaveTextContent(
      'The server could not be reached.',
    )
    expect(await remains(id)).toBe(true)
  })

  it('whose e-mail failed are sent again, once', async () => {
    await store({ delivery: 'failed' })
    const { user } = await open()
    await found(1)
    const held = holdBack(/send-email/)
    clickTwiceAtOnce(screen.getByRole('button', { name: /^Send again/ }))
    held.release()
    expect(await screen.findByText('E-mail sent')).toBeVisible()
    expect(await screen.findByText('Email sent again')).toBeVisible()
    const mails = (await mailsTo(site.email)).filter(({ subject }) => subject === `Enquiry: ${word}`)
    expect(mails).toHaveLength(1)
    expect(held.count()).toBe(1)
    await user.tab()
  })

  it('that somebody else has sent meanwhile say so', async () => {
    expectConsole('error')
    const id = await store({ delivery: 'failed' })
    const { user } = await open()
    await found(1)
    await sql(`update enquiries set delivery = 'sent', delivered_at = now() where id = $1`, [id])
    await user.click(screen.getByRole('button', { name: /^Send again/ }))
    expect(await screen.findByText('This e-mail has already been sent, or is being sent right now.')).toBeVisible()
    expect(await screen.findByText('E-mail sent')).toBeVisible()
  })
})
