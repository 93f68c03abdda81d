import { createHash, randomBytes } from 'node:crypto'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, inject, it, vi } from 'vitest'
import { site } from '@/content/site'
import { delayResponses, mockOffline, recordBodies } from '../support/admin-network'
import { clickTwiceAtOnce, renderSite } from '../support/render-site'
import { countCalls, mailsTo, resetRateLimit, sql, uniqueEmail } from '../support/test-server'

const reviewsBy = (email: string) =>
  sql<Record<string, unknown>>(
    'select name, location, text, email, rating, status, source, verified from reviews where email = $1',
    [email],
  )

const form = () => within(screen.getByRole('region', { name: 'Submit a Testimonial' }))
const field = (label: string) => form().getByRole<HTMLInputElement>('textbox', { name: label })
const labels = ['Name', 'Location', 'Your testimonial', 'Email'] as const
const button = () => screen.getByRole('button', { name: 'Submit Testimonial' })
const succeeds = () => form().findByText(/It is awaiting approval\./)

const write = (label: string, value: string) => fireEvent.change(field(label), { target: { value } })
const fillIn = (values: Partial<Record<(typeof labels)[number], string>> = {}) => {
  const complete = { Name: 'Nadia Okafor', Location: 'Camden', Email: uniqueEmail('nadia'), 'Your testimonial': 'Dry.' }
  const typed = { ...complete, ...values }
  for (const label of labels) write(label, typed[label])
  return typed
}
const typedValues = () => Object.fromEntries(labels.map((label) => [label, field(label).value]))
const nothing = { Name: '', Location: '', Email: '', 'Your testimonial': '' }

beforeEach(() => resetRateLimit('submit-testimonial'))

describe('a complete testimonial', () => {
  it('a visitor submits a testimonial, which is stored once and emailed to the owner', async () => {
    const bodies = recordBodies()
    const { user } = await renderSite('/testimonials')
    const text = `שלום 👷🏽‍♀️ <script>alert("1")</script>\nRobert'); drop table reviews;--`
    const { Email: email } = fillIn({ Name: "Zoë O'Brien-Nuñez", 'Your testimonial': text })
    const asked = Array.from(document.querySelectorAll('form [name]:not([tabindex])'), (it) => it.getAttribute('name'))
    expect([...new Set(asked)]).toEqual(['name', 'location', 'text', 'email', 'rating'])
    expect(screen.getAllByRole('radio')).toHaveLength(5)
    expect(screen.getByRole('radio', { name: '5 stars' })).toBeChecked()
    await user.click(screen.getByRole('radio', { name: '4 stars' }))
    clickTwiceAtOnce(button())
    const busy = screen.getByRole('button', { name: 'Submitting...' })
    expect(busy).toHaveAttribute('aria-disabled', 'true')
    expect(busy.closest('form')).toHaveAttribute('aria-busy', 'true')

    const thanks = await form().findByRole('group', { name: /^Success!/ })
    expect(thanks).toHaveAccessibleName('Success! Thank you for your testimonial. It is awaiting approval.')
    expect(thanks).toHaveFocus()
    expect(screen.queryByRole('button', { name: 'Submit Testimonial' })).not.toBeInTheDocument()
    expect(bodies()).toMatchObject({ 'submit-testimonial': 'email location name rating source text' })
    expect(bodies(), 'nobody was invited').not.toHaveProperty('review_invitation')
    const review = { name: "Zoë O'Brien-Nuñez", location: 'Camden', text, email, rating: 4 }
    expect(await reviewsBy(email)).toEqual([{ ...review, status: 'pending', source: 'Website', verified: false }])
    expect(await countCalls('submit-testimonial')).toBe(1)
    expect((await mailsTo(site.email)).filter((mail) => mail.text.includes(email))).toHaveLength(1)

    await user.click(screen.getByRole('button', { name: 'Submit another testimonial' }))
    expect(typedValues()).toEqual(nothing)
    expect(screen.getByRole('radio', { name: '5 stars' })).toBeChecked()
    expect(form().queryByRole('alert')).not.toBeInTheDocument()
    expect(field('Name')).toHaveFocus()
  })

  it('the Enter key submits the testimonial directly to a hosted backend', async () => {
    vi.stubEnv('VITE_SUPABASE_URL', inject('siteUrl'))
    const requests = vi.spyOn(globalThis, 'fetch')
    const { user } = await renderSite('/testimonials')
    const { Email: email } = fillIn()
    await user.type(field('Email'), '{Enter}')
    await succeeds()
    const url = `${inject('siteUrl')}/functions/v1/submit-testimonial`
    expect(requests.mock.calls.map(([called]) => String(called))).toContain(url)
    expect(await reviewsBy(email)).toHaveLength(1)
  })

  it('stores a testimonial even if the visitor leaves the page while it is sending', async () => {
    const { user } = await renderSite('/testimonials')
    const { Email: email } = fillIn()
    const held = delayResponses(/submit-testimonial/)
    await user.click(button())
    await waitFor(() => expect(held.count()).toBe(1))
    await user.click(screen.getByRole('link', { name: 'All projects' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Our Projects' })).toBeVisible()
    held.release()
    await waitFor(async () => expect(await reviewsBy(email)).toHaveLength(1))
  })
})

it('marks only the invalid testimonial fields, and accepts text of the maximum length', async () => {
  const { user } = await renderSite('/testimonials')
  await user.click(button())
  const alert = await form().findByRole('alert')
  expect(alert).toHaveTextContent('Error! Please fill in all fields.')
  expect(field('Name')).toHaveFocus()
  for (const label of labels) {
    expect(field(label)).toHaveAttribute('aria-invalid', 'true')
    expect(field(label)).toHaveAccessibleDescription(expect.stringContaining('Please fill in this field.'))
  }
  await user.click(button())
  await waitFor(() => expect(form().getByRole('alert'), 'a new one, which is said again').not.toBe(alert))
  const incomplete = 'Please fill in all fields.'
  const invalid = 'Please check the highlighted fields.'
  for (const [label, value, message, word] of [
    ['Name', 'x'.repeat(101), invalid, 'Please shorten this to 100 characters or fewer.'],
    ['Location', ' \u00a0 ', incomplete, 'Please fill in this field.'],
    ['Location', 'x'.repeat(101), invalid, 'Please shorten this to 100 characters or fewer.'],
    ['Email', 'nadia@example', invalid, 'Please enter a valid email address'],
    ['Your testimonial', 'x'.repeat(10_001), invalid, 'Please shorten this to 10,000 characters or fewer.'],
  ] as const) {
    const typed = fillIn({ [label]: value })
    await user.click(button())
    await waitFor(() => expect(field(label)).toHaveAccessibleDescription(expect.stringContaining(word)))
    expect(form().getByRole('alert')).toHaveTextContent(`Error! ${message}`)
    expect(labels.filter((name) => field(name).hasAttribute('aria-invalid'))).toEqual([label])
    expect(typedValues()).toEqual(typed)
  }
  expect(await countCalls('submit-testimonial')).toBe(0)
  fillIn({ Name: 'x'.repeat(100), Location: 'x'.repeat(100), 'Your testimonial': 'x'.repeat(10_000) })
  await user.click(button())
  await succeeds()
})

it('shows an error and keeps the testimonial unless the response counts as success', async () => {
  const { user } = await renderSite('/testimonials')
  const send = async (answer: () => Response) => {
    vi.spyOn(globalThis, 'fetch').mockImplementation(async () => answer())
    const typed = fillIn()
    await user.click(screen.getByRole('radio', { name: '4 stars' }))
    await user.click(button())
    return typed
  }
  const raise = (message?: string) => () => {
    throw new Error(message)
  }
  const page = () => new Response('<!doctype html>', { headers: { 'content-type': 'text/html; charset=utf-8' } })
  for (const [answer, sentence] of [
    [() => Response.json({ message: 'Because.' }, { status: 400 }), 'Because.'],
    [() => Response.json({ ok: false }), 'Failed to submit testimonial.'],
    [() => Response.json({ ok: false, message: 'In spite of it.' }), 'In spite of it.'],
    [page, 'Failed to submit testimonial.'],
    [
      raise('The line is dead.'),
      'The line is dead. Please check your connection and try again. Nothing you typed has been lost.',
    ],
    [raise(), 'An unexpected error occurred. Please check your connection'],
  ] as const) {
    const typed = await send(answer)
    await waitFor(() => expect(form().getByRole('alert')).toHaveTextContent(`Error! ${sentence}`))
    expect(button()).toHaveFocus()
    expect(typedValues()).toEqual(typed)
    expect(screen.getByRole('radio', { name: '4 stars' })).toBeChecked()
  }
  for (const body of [{ success: true }, null]) {
    await send(() => Response.json(body))
    await succeeds()
    await user.click(screen.getByRole('button', { name: 'Submit another testimonial' }))
  }
})

it('stores a testimonial as rejected when the honeypot, hidden from form fillers, is filled', async () => {
  const { user } = await renderSite('/testimonials')
  const { Email: email } = fillIn()
  const trap = document.querySelector<HTMLInputElement>('form input[tabindex="-1"]')
  if (!trap) throw new Error('There is no trap')
  expect(trap.closest('[aria-hidden]')).not.toBeNull()
  for (const attribute of ['data-1p-ignore', 'data-bwignore', 'data-lpignore']) expect(trap).toHaveAttribute(attribute)
  expect(trap).toHaveAttribute('autocomplete', 'off')
  expect(trap.name).not.toMatch(/web|site|url|name|mail|phone|tel|company|address|city/i)
  await user.type(trap, 'https://spam.example')
  await user.click(button())
  await succeeds()
  expect(await reviewsBy(email)).toMatchObject([{ status: 'rejected', name: 'Nadia Okafor' }])
})

describe('the invitation link', () => {
  const lookUp = /\/rpc\/review_invitation/
  const invite = async (change = '') => {
    const token = randomBytes(32).toString('base64url')
    const email = uniqueEmail('invited')
    await sql(
      `insert into review_invitations (name, email, location, token_hash) values ('Adaeze Nwosu', $1, 'Camden', $2)`,
      [email, createHash('sha256').update(token).digest('hex')],
    )
    if (change) await sql(`update review_invitations set ${change} where email = $1`, [email])
    return { email, token, link: `/testimonials#invitation=${token}` }
  }
  const notice = (text: RegExp) =>
    form().findByText((_, element) => element?.role === 'status' && text.test(element.textContent ?? ''))

  it('an invitation link prefills the form, and the review is verified even if edited', async () => {
    const { email, token, link } = await invite()
    const requests = vi.spyOn(globalThis, 'fetch')
    const { user, router } = await renderSite(link)
    const word = await notice(/^Thank you for working with us\. We’ve filled in/)
    await waitFor(() => expect(word).toHaveFocus())
    expect(typedValues()).toEqual({ ...nothing, Name: 'Adaeze Nwosu', Location: 'Camden', Email: email })
    const other = uniqueEmail('other')
    write('Email', other)
    write('Your testimonial', 'Dry at last.')
    await user.click(button())
    await succeeds()
    expect(await reviewsBy(other)).toMatchObject([{ verified: true, text: 'Dry at last.' }])
    expect(router.state.location.hash).toBe('')
    const urls = requests.mock.calls.map(([url]) => String(url))
    expect(urls).toContainEqual(expect.stringMatching(lookUp))
    expect(urls.join(), 'which are logged').not.toContain(token)
    await user.click(form().getByRole('button', { name: 'Submit another testimonial' }))
    expect(typedValues()).toEqual(nothing)
    expect(form().queryByText(/Thank you for working/)).toBeNull()
  })

  it.each([
    ['answered', 'answered_at = now()', /^This link has already been used\./],
    ['expired', "expires_at = now() - interval '1 day'", /^This link has expired\./],
    ['withdrawn', 'withdrawn_at = now()', /^This link is no longer valid\./],
    ['unknown', '', /^We don’t recognise this link\./],
  ])('shows an empty form with an explanation when the invitation is %s', async (state, change, words) => {
    const { link } = state === 'unknown' ? { link: '/testimonials#invitation=not-a-token%00' } : await invite(change)
    await renderSite(link)
    expect(await notice(words)).toBeVisible()
    expect(typedValues()).toEqual(nothing)
  })

  it('a late invitation response neither overwrites typed fields nor moves the focus', async () => {
    const { email, link } = await invite()
    const held = delayResponses(lookUp)
    const { user } = await renderSite(link)
    await user.type(field('Name'), 'Ada')
    await user.click(field('Your testimonial'))
    act(() => held.release())
    await notice(/^Thank you/)
    expect(typedValues()).toEqual({ ...nothing, Name: 'Ada', Location: 'Camden', Email: email })
    expect(field('Your testimonial')).toHaveFocus()
  })

  it('sends the invitation token even when its lookup has failed', async () => {
    const { email, link } = await invite()
    mockOffline(lookUp)
    const { user } = await renderSite(link)
    fillIn({ Email: email })
    await user.click(button())
    await succeeds()
    expect(await reviewsBy(email)).toMatchObject([{ verified: true }])
  })
})
