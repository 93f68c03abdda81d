import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, inject, it, vi } from 'vitest'
import { site } from '@/content/site'
import { holdBack } from '../support/admin-network'
import { postJson } from '../support/backend-http'
import { countCalls, forgetCalls, mailsTo, sql, uniqueEmail } from '../support/backstage'
import { expectConsole, openOrigin } from '../support/dom'
import { recordBodies } from '../support/recorded-bodies'
import { clickTwiceAtOnce, renderSite } from '../support/render-site'

type Review = {
  name: string
  location: string
  text: string
  email: string
  rating: number
  status: string
  source: string
}
const reviewsBy = (email: string) =>
  sql<Review>('select name, location, text, email, rating, status, source from reviews where email = $1', [email])

const form = () => within(screen.getByRole('region', { name: 'Submit a Testimonial' }))
const field = (label: string) => form().getByRole<HTMLInputElement>('textbox', { name: label })
const labels = ['Name', 'Location', 'Email', 'Your testimonial'] as const
const button = () => screen.getByRole('button', { name: 'Submit Testimonial' })

const typeInto = async (user: UserEvent, label: string, text: string) => {
  await user.click(field(label))
  await user.paste(text)
}
const fillIn = async (user: UserEvent, values: Partial<Record<(typeof labels)[number], string>> = {}) => {
  const complete = { Name: 'Nadia Okafor', Location: 'Camden', Email: uniqueEmail('nadia'), 'Your testimonial': 'Dry.' }
  const typed = { ...complete, ...values }
  for (const label of labels) if (typed[label]) await typeInto(user, label, typed[label])
  return typed
}
const typedValues = () => Object.fromEntries(labels.map((label) => [label, field(label).value]))

beforeEach(() => forgetCalls('submit-testimonial'))

describe('a complete testimonial', () => {
  it('is stored as pending, mailed to the owner, and answered with thanks in place of the form', async () => {
    const { user } = await renderSite('/testimonials')
    const { Email: email } = await fillIn(user)
    await user.click(screen.getByRole('radio', { name: '4 stars' }))
    const bodies = recordBodies()
    await user.click(button())

    const status = await form().findByRole('status')
    expect(status).toHaveTextContent('Success! Thank you for your testimonial. It is awaiting approval.')
    await waitFor(() => expect(status).toHaveFocus())
    expect(screen.queryByRole('button', { name: 'Submit Testimonial' })).not.toBeInTheDocument()
    expect(bodies()).toMatchObject({ 'submit-testimonial': 'email location name rating source text' })
    expect(await reviewsBy(email)).toEqual([
      {
        name: 'Nadia Okafor',
        location: 'Camden',
        text: 'Dry.',
        email,
        rating: 4,
        status: 'pending',
        source: 'Website',
      },
    ])
    const mails = await mailsTo(site.email)
    expect(mails.filter((mail) => mail.text.includes(email))).toHaveLength(1)
  })

  it('leaves an empty form behind for another one', async () => {
    const { user } = await renderSite('/testimonials')
    await fillIn(user)
    await user.click(screen.getByRole('radio', { name: '2 stars' }))
    await user.click(button())
    await user.click(await screen.findByRole('button', { name: 'Submit another testimonial' }))
    expect(typedValues()).toEqual({ Name: '', Location: '', Email: '', 'Your testimonial': '' })
    expect(screen.getByRole('radio', { name: '5 stars' })).toBeChecked()
    expect(form().queryByRole('alert')).not.toBeInTheDocument()
    expect(field('Name')).toHaveFocus()
  })

  it('keeps emoji, right-to-left letters, quotation marks and markup as they were typed', async () => {
    const { user } = await renderSite('/testimonials')
    const text = `שלום 👷🏽‍♀️ <script>alert("1")</script>\nRobert'); drop table reviews;--`
    const { Email: email } = await fillIn(user, { Name: "Zoë O'Brien-Nuñez", 'Your testimonial': text })
    await user.click(button())
    await form().findByRole('status')
    expect(await reviewsBy(email)).toMatchObject([{ name: "Zoë O'Brien-Nuñez", text }])
  })

  it('goes straight to the function of a hosted backend, where each visitor counts by their own IP address', async () => {
    vi.stubEnv('VITE_SUPABASE_URL', inject('siteUrl'))
    const requests = vi.spyOn(globalThis, 'fetch')
    const { user } = await renderSite('/testimonials')
    const { Email: email } = await fillIn(user)
    await user.click(button())
    await form().findByRole('status')
    expect(requests.mock.calls.map(([url]) => String(url))).toContain(
      `${inject('siteUrl')}/functions/v1/submit-testimonial`,
    )
    expect(await reviewsBy(email)).toHaveLength(1)
  })

  it('is sent once by a double click', async () => {
    const { user } = await renderSite('/testimonials')
    const { Email: email } = await fillIn(user)
    clickTwiceAtOnce(button())
    await form().findByRole('status')
    expect(await reviewsBy(email)).toHaveLength(1)
    expect(await countCalls('submit-testimonial')).toBe(1)
  })

  it('is sent by the Enter key from a single-line field', async () => {
    const { user } = await renderSite('/testimonials')
    const { Email: email } = await fillIn(user)
    await user.type(field('Email'), '{Enter}')
    await form().findByRole('status')
    expect(await reviewsBy(email)).toHaveLength(1)
  })

  it('lets a visitor leave for another page while it is on its way', async () => {
    const { user } = await renderSite('/testimonials')
    const { Email: email } = await fillIn(user)
    const held = holdBack(/submit-testimonial/)
    await user.click(button())
    await waitFor(() => expect(held.count()).toBe(1))
    await user.click(screen.getByRole('link', { name: 'All projects' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Our Projects' })).toBeVisible()
    held.release()
    await waitFor(async () => expect(await reviewsBy(email)).toHaveLength(1))
  })

  it('cannot be sent again while it is on its way', async () => {
    const { user } = await renderSite('/testimonials')
    await fillIn(user)
    await user.click(button())
    const busy = screen.getByRole('button', { name: 'Submitting...' })
    expect(busy).toBeDisabled()
    expect(busy.closest('form')).toHaveAttribute('aria-busy', 'true')
    await form().findByRole('status')
  })
})

describe('an incomplete testimonial', () => {
  it('is answered in a red box titled Error!, with a word at every empty field', async () => {
    const { user } = await renderSite('/testimonials')
    await user.click(button())
    const alert = await form().findByRole('alert')
    expect(alert).toHaveTextContent('Error! Please fill in all fields.')
    await waitFor(() => expect(alert).toHaveFocus())
    for (const label of labels) {
      expect(field(label)).toHaveAttribute('aria-invalid', 'true')
      expect(field(label)).toHaveAccessibleDescription(expect.stringContaining('Please fill in this field.'))
    }
    expect(await countCalls('submit-testimonial')).toBe(0)
  })

  it('is refused when a field holds nothing but white space, and keeps the rest', async () => {
    const { user } = await renderSite('/testimonials')
    const typed = await fillIn(user, { Location: ' \u00a0 ' })
    await user.click(button())
    expect(await form().findByRole('alert')).toHaveTextContent('Please fill in all fields.')
    expect(field('Location')).toHaveAttribute('aria-invalid', 'true')
    for (const other of labels.filter((name) => name !== 'Location')) {
      expect(field(other)).not.toHaveAttribute('aria-invalid')
      expect(field(other)).toHaveValue(typed[other])
    }
    expect(await countCalls('submit-testimonial')).toBe(0)
  })

  it('is refused when the e-mail address is none', async () => {
    const { user } = await renderSite('/testimonials')
    await fillIn(user, { Email: 'nadia@example' })
    await user.click(button())
    expect(await form().findByRole('alert')).toHaveTextContent('Error! Please check the marked fields.')
    expect(field('Email')).toHaveAccessibleDescription(expect.stringContaining('Please enter a valid e-mail address'))
    expect(field('Email')).toHaveValue('nadia@example')
    expect(await countCalls('submit-testimonial')).toBe(0)
  })

  it.each([
    ['Name', 100],
    ['Location', 100],
    ['Your testimonial', 10_000],
  ] as const)('is refused when %s is longer than %i characters, and accepted at that length', async (label, limit) => {
    const { user } = await renderSite('/testimonials')
    await fillIn(user, { [label]: 'x'.repeat(limit + 1) })
    await user.click(button())
    expect(await form().findByRole('alert')).toHaveTextContent('Please check the marked fields.')
    const sentence = `Please shorten this to ${limit.toLocaleString('en-GB')} characters or fewer.`
    expect(field(label)).toHaveAccessibleDescription(expect.stringContaining(sentence))
    await user.clear(field(label))
    await typeInto(user, label, 'x'.repeat(limit))
    await user.click(button())
    expect(await form().findByRole('status')).toHaveTextContent('Success!')
  })

  it('says so once more when the same mistake is made again', async () => {
    const { user } = await renderSite('/testimonials')
    await user.click(button())
    await form().findByRole('alert')
    await user.click(field('Name'))
    await user.click(button())
    await waitFor(() => expect(form().getByRole('alert')).toHaveFocus())
  })
})

describe('the rating', () => {
  const radios = () => within(screen.getByRole('group', { name: 'Your rating' })).getAllByRole('radio')
  const chosen = () =>
    radios()
      .map((radio) => (radio as HTMLInputElement).checked)
      .indexOf(true) + 1

  it('is one of five stars, and five unless somebody chooses', async () => {
    await renderSite('/testimonials')
    const names = ['1 star', '2 stars', '3 stars', '4 stars', '5 stars']
    for (const [index, radio] of radios().entries()) expect(radio).toHaveAccessibleName(names[index] ?? '')
    expect(radios()).toHaveLength(5)
    expect(chosen()).toBe(5)
  })

  it('follows the arrow keys', async () => {
    const { user } = await renderSite('/testimonials')
    radios()[4]?.focus()
    await user.keyboard('{ArrowLeft}{ArrowLeft}')
    expect(chosen()).toBe(3)
    await user.keyboard('{ArrowRight}')
    expect(chosen()).toBe(4)
  })
})

describe('when the testimonial cannot be delivered', () => {
  // As in a browser, a request that fails is reported on the console.
  beforeEach(() => expectConsole('error'))

  it('keeps everything and says what to do while the backend is down', async () => {
    openOrigin(inject('deadUrl'))
    const { user } = await renderSite('/testimonials')
    const typed = await fillIn(user)
    await user.click(screen.getByRole('radio', { name: '4 stars' }))
    await user.click(button())
    const alert = await form().findByRole('alert')
    expect(alert).toHaveTextContent(
      /^Error! .+Please check your connection and try again; what you typed is still here\.$/,
    )
    await waitFor(() => expect(alert).toHaveFocus())
    expect(typedValues()).toEqual(typed)
    expect(screen.getByRole('radio', { name: '4 stars' })).toBeChecked()

    openOrigin(inject('siteUrl'))
    await user.click(button())
    expect(await form().findByRole('status')).toHaveTextContent('Success!')
    expect(await reviewsBy(typed.Email)).toMatchObject([{ rating: 4 }])
  })

  it("shows the server's own message after the tenth submission of an hour, and keeps what was typed", async () => {
    const submit = (index: number) =>
      postJson(`${inject('siteUrl')}/api/submit-testimonial`, {
        name: 'Robin',
        location: 'Ealing',
        text: `Text ${index}`,
        email: uniqueEmail('robin'),
      })
    const answers = await Promise.all(Array.from({ length: 10 }, (_, index) => submit(index)))
    expect(answers.map((answer) => answer.status)).toEqual(Array(10).fill(200))
    const { user } = await renderSite('/testimonials')
    const typed = await fillIn(user)
    await user.click(button())
    expect(await form().findByRole('alert')).toHaveTextContent(
      'Error! You have sent several messages in a short time. Please try again later.',
    )
    expect(typedValues()).toEqual(typed)
    expect(await reviewsBy(typed.Email)).toEqual([])
  })

  const page = () => new Response('<!doctype html>', { headers: { 'content-type': 'text/html; charset=utf-8' } })
  it.each<[string, () => Response | Error, string]>([
    ['a refusal with a message alone', () => Response.json({ message: 'Because.' }, { status: 400 }), 'Because.'],
    ['a refusal in a good status', () => Response.json({ ok: false, message: 'Because.' }), 'Because.'],
    ['a refusal without words', () => Response.json({ ok: false }), 'Failed to submit testimonial.'],
    ['a page in its place', page, 'Failed to submit testimonial.'],
    ['an exception', () => new Error('The line is dead.'), 'The line is dead. Please check your connection'],
    ['an exception without words', () => new Error(), 'An unexpected error occurred. Please check your connection'],
  ])('shows what the contract says of %s', async (_, answer, sentence) => {
    await answerWith(answer)
    expect(await form().findByRole('alert')).toHaveTextContent(`Error! ${sentence}`)
  })
})

/** Sends a testimonial, which is answered so. */
const answerWith = async (answer: () => Response | Error) => {
  const { user } = await renderSite('/testimonials')
  await fillIn(user)
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => {
    const answered = answer()
    if (answered instanceof Error) throw answered
    return answered
  })
  await user.click(button())
}

it.each([{ success: true }, null])('takes a good status that holds %j for a success', async (body) => {
  await answerWith(() => Response.json(body))
  expect(await form().findByRole('status')).toHaveTextContent('Success! Thank you for your testimonial.')
})

it('thanks a robot that fills the hidden field, and stores nothing', async () => {
  const { user } = await renderSite('/testimonials')
  const { Email: email } = await fillIn(user)
  const trap = document.querySelector<HTMLInputElement>('input[name=website]')
  if (!trap) throw new Error('There is no trap')
  expect(trap.closest('[aria-hidden]')).not.toBeNull()
  expect(trap.tabIndex).toBe(-1)
  await user.type(trap, 'https://spam.example')
  await user.click(button())
  expect(await form().findByRole('status')).toHaveTextContent('Success!')
  expect(await reviewsBy(email)).toEqual([])
})
