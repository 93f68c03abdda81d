import { site } from '../../src/content/site'
import { ACCESS_CODE } from '../../src/domain/access-code'
import { expect, freshEmail, keys, mainNavigation, open, test, title } from './support'

const COMPANY = site.email

test('a visitor submits a testimonial, and it waits in the database for approval', {
  tag: ['@every-browser', '@hosted'],
}, async ({ page, rows, mailbox, request }) => {
  const email = freshEmail('zoe')
  await open(page, '/testimonials')
  await page.getByLabel('Name').fill('Zoë Ünal 🙂')
  await page.getByLabel('Location').fill('Camden')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('radio', { name: '4 stars' }).check({ force: true })
  await page.getByLabel('Your testimonial').fill('A <b>clean</b> dig.\nNo dust.')
  await page.getByRole('button', { name: 'Submit Testimonial' }).click()
  await expect(page.getByText('Success! Thank you for your testimonial. It is awaiting approval.')).toBeVisible()

  const stored = await rows<Record<string, unknown>>('reviews', `email=eq.${email}`)
  expect(stored).toHaveLength(1)
  expect(stored[0]).toMatchObject({
    name: 'Zoë Ünal 🙂',
    location: 'Camden',
    text: 'A <b>clean</b> dig.\nNo dust.',
    rating: 4,
    source: 'Website',
    status: 'pending',
  })

  const mine = (await mailbox.to(COMPANY)).find((mail) => mail.text.includes(email))
  expect(mine?.text).toContain(`/admin/approve-testimonial?id=${String(stored[0]?.id)}&hash=`)
  expect(mine?.html).toContain('&lt;b&gt;clean&lt;/b&gt;')

  const asVisitor = await request.get('/rest/v1/rpc/approved_reviews', { headers: { apikey: keys.publishable } })
  expect(await asVisitor.text()).not.toContain(String(stored[0]?.id))
})

test.describe('without a connection', () => {
  test.use({ expectedNoise: /Failed to load resource/ })

  test('the maintenance page unlocks, and pages that were visited open', async ({ page, context }) => {
    await open(page, '/maintenance')
    await context.setOffline(true)
    await page.getByLabel('Password').fill(ACCESS_CODE)
    await page.getByRole('button', { name: 'Unlock' }).click()
    await expect(page.getByText('Website Online')).toBeVisible()
    await context.setOffline(false)
    await open(page, '/projects')
    await mainNavigation(page).getByRole('link', { name: 'Testimonials' }).click()
    await expect(title(page, 'Testimonials')).toBeVisible()
    await context.setOffline(true)
    await page.goBack()
    await expect(title(page, 'Our Projects')).toBeVisible()
    await page.goForward()
    await expect(title(page, 'Testimonials')).toBeVisible()
  })

  test('a testimonial that cannot be sent stays in the form, and goes out once when it is back', {
    tag: '@every-browser',
  }, async ({ page, context, rows }) => {
    const email = freshEmail('offline')
    await open(page, '/testimonials')
    await page.getByLabel('Name').fill('Olu')
    await page.getByLabel('Location').fill('Peckham')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Your testimonial').fill('Typed on a train.')
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Submit Testimonial' }).click()
    // The reviews above the form may say that they could not be read.
    const form = page.getByRole('region', { name: 'Submit a Testimonial' })
    await expect(form.getByRole('alert')).toContainText('what you typed is still here.')
    await expect(page.getByLabel('Your testimonial')).toHaveValue('Typed on a train.')
    await context.setOffline(false)
    await page.getByRole('button', { name: 'Submit Testimonial' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Success!' })).toBeVisible()
    expect(await rows('reviews', `email=eq.${email}`)).toHaveLength(1)
  })
})

test('a shared business card arrives in the recipient’s mailbox', { tag: ['@every-browser', '@hosted'] }, async ({
  page,
  mailbox,
  rows,
}) => {
  const recipient = freshEmail('pat')
  await open(page, '/business-card')
  await page.getByRole('button', { name: 'Share card' }).click()
  await expect(page.getByText('Please enter an email address')).toBeVisible()
  await page.getByLabel('Recipient e-mail address').fill(recipient)
  await page.getByRole('button', { name: 'Share card' }).click()
  await expect(page.getByText('Business card request processed! An email will be sent shortly.')).toBeVisible()
  await expect(page.getByLabel('Recipient e-mail address')).toHaveValue('')

  const [mail] = await mailbox.to(recipient)
  expect(mail?.subject).toContain(site.name)
  expect(mail?.text).toContain('/business-card')
  expect(await rows('enquiries', `email=eq.${recipient}&kind=eq.business-card`)).toMatchObject([{ delivery: 'sent' }])
})

test('an enquiry is stored and mailed to the company, with the visitor to reply to', {
  tag: ['@every-browser', '@hosted'],
}, async ({ page, mailbox, rows }) => {
  const email = freshEmail('enquiry')
  await open(page, '/')
  const section = page.locator('#contact-section')
  await section.getByLabel('Name').fill('Asha Patel')
  await section.getByLabel('Email').fill(email)
  await section.getByLabel('Phone').fill('020 7946 0555')
  await section.getByLabel('Subject').fill('Basement in Barnes')
  await section.getByLabel('Message').fill('A semi from 1905.\nDamp <cellar>.')
  await section.getByRole('button', { name: 'Send Message' }).click()
  await expect(section.getByRole('status')).toContainText('Message sent.')

  expect(await rows('enquiries', `email=eq.${email}`)).toMatchObject([
    {
      kind: 'contact',
      name: 'Asha Patel',
      phone: '020 7946 0555',
      subject: 'Basement in Barnes',
      message: 'A semi from 1905.\nDamp <cellar>.',
      delivery: 'sent',
    },
  ])
  const mail = (await mailbox.to(COMPANY)).find(({ replyTo }) => replyTo.includes(email))
  expect(mail?.text).toContain('A semi from 1905.')
  expect(mail?.html).toContain('Damp &lt;cellar&gt;')
})
