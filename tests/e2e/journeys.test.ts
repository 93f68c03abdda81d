import { site } from '../../src/content/site'
import { expect, fill, freshEmail, loadReviews, open, photoField, test } from './support'

test.describe('testimonials without a connection', () => {
  test.use({ expectedNoise: /Failed to load resource/ })

  test('a testimonial sent offline stays in the form and can be sent later', {
    tag: '@every-browser',
  }, async ({ page, context, rows }) => {
    const email = freshEmail('offline')
    const text = { 'Your testimonial': 'Typed on a train.' }
    await open(page, '/testimonials')
    await fill(page, { Name: 'Olu', Location: 'Peckham', Email: email, ...text })
    await loadReviews(page)
    await context.setOffline(true)
    const send = page.getByRole('button', { name: 'Submit Testimonial' })
    await send.click()
    // The reviews above may also show an alert.
    const form = page.getByRole('region', { name: 'Submit a Testimonial' })
    await expect(form.getByRole('alert')).toContainText('Nothing you typed has been lost.')
    await expect(page.getByLabel('Your testimonial')).toHaveValue(text['Your testimonial'])
    await context.setOffline(false)
    await send.click()
    await expect(page.getByRole('group', { name: /^Success!/ })).toBeVisible()
    expect(await rows('reviews', `email=eq.${email}`)).toHaveLength(1)
  })
})

test('a shared business card reaches its recipient', { tag: ['@every-browser', '@hosted'] }, async ({
  page,
  mailbox,
  rows,
}) => {
  const recipient = freshEmail('pat')
  await open(page, '/business-card')
  await page.getByLabel('Recipient email address').fill(recipient)
  await page.getByRole('button', { name: 'Share card' }).click()
  await expect(
    page.getByRole('main').getByText('Business card request processed! An email will be sent shortly.'),
  ).toBeVisible()
  const [mail] = await mailbox.to(recipient)
  expect(mail?.subject).toContain(site.name)
  expect(mail?.text).toContain('/business-card')
  expect(await rows('enquiries', `email=eq.${recipient}&kind=eq.business-card`)).toMatchObject([{ delivery: 'sent' }])
})

test('an enquiry is stored and mailed to the company', { tag: ['@every-browser', '@hosted'] }, async ({
  page,
  mailbox,
  rows,
}) => {
  const email = freshEmail('enquiry')
  const text = { Name: 'Asha Patel', Phone: '020 7946 0555', Subject: 'Basement in Barnes' }
  const message = 'A semi from 1905.\nDamp <cellar>.'
  await open(page, '/')
  const section = page.locator('#contact-section')
  await fill(section, { ...text, Email: email, Message: message })
  await photoField(section)
  await section.getByRole('button', { name: 'Send Message' }).click()
  await expect(section.getByRole('group', { name: /^Message sent\./ })).toBeVisible()
  const { Name: name, Phone: phone, Subject: subject } = text
  expect(await rows('enquiries', `email=eq.${email}`)).toMatchObject([
    { kind: 'contact', name, phone, subject, message, delivery: 'sent' },
  ])
  const mail = (await mailbox.to(site.email)).find(({ replyTo }) => replyTo.includes(email))
  expect(mail?.html).toContain('Damp &lt;cellar&gt;')
})
