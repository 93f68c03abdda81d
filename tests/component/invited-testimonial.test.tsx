import { createHash, randomBytes } from 'node:crypto'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { forgetCalls, sql, uniqueEmail } from '../support/backstage'
import { renderSite } from '../support/render-site'

beforeEach(() => forgetCalls('submit-testimonial'))

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
const form = () => within(screen.getByRole('region', { name: 'Submit a Testimonial' }))
const field = (label: string) => form().getByRole<HTMLInputElement>('textbox', { name: label })
const values = () => ['Name', 'Location', 'Email'].map((label) => field(label).value)
const notice = (text: RegExp) =>
  form().findByText((_, element) => element?.role === 'status' && text.test(element.textContent ?? ''))
const reviewsBy = (email: string) =>
  sql<{ verified: boolean; text: string }>('select verified, text from reviews where email = $1', [email])

/** Holds back or breaks what the page asks about an invitation. */
const onLookUp = (act: (real: () => Promise<Response>) => Promise<Response>) => {
  const real = globalThis.fetch
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    const url = input instanceof Request ? input.url : String(input)
    return url.includes('/rpc/review_invitation') ? act(() => real(input, init)) : real(input, init)
  })
}

describe('the link of an invitation', () => {
  it('leads to the form, filled in as far as known, with a word of thanks', async () => {
    const { email, link } = await invite()
    await renderSite(link)
    const word = await notice(/^Thank you for working with us\. We have filled in/)
    await waitFor(() => expect(word).toHaveFocus())
    expect(values()).toEqual(['Adaeze Nwosu', 'Camden', email])
  })

  it('makes a verified review, and is not sent with the next one', async () => {
    const { email, link } = await invite()
    const { user, router } = await renderSite(link)
    await notice(/^Thank you/)
    await user.type(field('Your testimonial'), 'Dry at last.')
    await user.click(form().getByRole('button', { name: 'Submit Testimonial' }))
    expect(await form().findByText(/It is awaiting approval\./)).toBeVisible()
    expect(await reviewsBy(email)).toEqual([{ verified: true, text: 'Dry at last.' }])
    expect(router.state.location.hash).toBe('')
    await user.click(form().getByRole('button', { name: 'Submit another testimonial' }))
    expect(values()).toEqual(['', '', ''])
    expect(form().queryByText(/Thank you for working/)).toBeNull()
  })

  it('can be changed in every field', async () => {
    const { link } = await invite()
    const other = uniqueEmail('other')
    const { user } = await renderSite(link)
    await notice(/^Thank you/)
    await user.clear(field('Email'))
    await user.type(field('Email'), other)
    await user.type(field('Your testimonial'), 'Fine.')
    await user.click(form().getByRole('button', { name: 'Submit Testimonial' }))
    await form().findByText(/It is awaiting approval\./)
    expect(await reviewsBy(other)).toEqual([{ verified: true, text: 'Fine.' }])
  })

  it.each([
    ['answered', 'answered_at = now()', /^A testimonial has already come through this link\./],
    ['expired', "expires_at = now() - interval '1 day'", /^This link has expired\./],
    ['withdrawn', 'withdrawn_at = now()', /^This link is no longer valid\./],
  ])('that is %s leaves the ordinary form, with a word why', async (_, change, words) => {
    const { link } = await invite(change)
    await renderSite(link)
    expect(await notice(words)).toBeVisible()
    expect(values()).toEqual(['', '', ''])
  })

  it('that is wrong leaves the ordinary form, which works', async () => {
    const email = uniqueEmail('wrong')
    const { user } = await renderSite('/testimonials#invitation=not-a-token%00')
    expect(await notice(/^We do not know this link\./)).toBeVisible()
    for (const [label, text] of Object.entries({
      Name: 'Ann',
      Location: 'NW3',
      Email: email,
      'Your testimonial': 'Hm.',
    }))
      await user.type(field(label), text)
    await user.click(form().getByRole('button', { name: 'Submit Testimonial' }))
    await form().findByText(/It is awaiting approval\./)
    expect(await reviewsBy(email)).toEqual([{ verified: false, text: 'Hm.' }])
  })
})

describe('a late answer', () => {
  it('overwrites nothing that was typed, and does not take the focus away', async () => {
    const { email, link } = await invite()
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    onLookUp(async (real) => {
      await held
      return real()
    })
    const { user } = await renderSite(link)
    await user.type(field('Name'), 'Ada')
    await user.click(field('Your testimonial'))
    act(() => release())
    await notice(/^Thank you/)
    expect(values()).toEqual(['Ada', 'Camden', email])
    expect(field('Your testimonial')).toHaveFocus()
  })

  it('that never comes leaves the ordinary form, and the token is sent with it', async () => {
    const { email, link } = await invite()
    onLookUp(() => Promise.reject(new TypeError('Failed to fetch')))
    const { user } = await renderSite(link)
    for (const [label, text] of Object.entries({
      Name: 'Ann',
      Location: 'NW3',
      Email: email,
      'Your testimonial': 'Dry.',
    }))
      await user.type(field(label), text)
    await user.click(form().getByRole('button', { name: 'Submit Testimonial' }))
    await form().findByText(/It is awaiting approval\./)
    expect(await reviewsBy(email)).toEqual([{ verified: true, text: 'Dry.' }])
  })
})

it('asks nothing about invitations without a link', async () => {
  const asked: boolean[] = []
  onLookUp((real) => {
    asked.push(true)
    return real()
  })
  const { user } = await renderSite('/testimonials')
  await user.click(field('Name'))
  expect(asked).toEqual([])
})
