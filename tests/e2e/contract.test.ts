import { expect, open, test } from './support'

// The contract's labels and sentences, page by page (points 1, 2, 5, 9).
const table: Record<string, readonly string[]> = {
  '/': [
    'Home',
    'Services',
    'Projects',
    'Testimonials',
    'About',
    'Contact',
    "Let's Talk",
    'Get a Free Quote',
    'Our Latest Projects',
  ],
  '/projects': ['Our Projects', 'View Project', 'Ready to Start Your Project?', 'Get in Touch'],
  '/project/mayfair-basement': [
    'Project Overview',
    'Project Summary',
    'Services Provided',
    'Location',
    'Mayfair',
    'Completion Date',
    '2024',
    'Request Similar Project',
    'Project Gallery',
    'Ready to Start Your Project?',
    'Get in Touch',
  ],
  '/project/traditional-underpinning': ['Clerkenwell Green', '2023'],
  '/project/hampstead-basement': ['Hampstead (rear basement courtyard)', '2023'],
  '/project/farringdon-basement': ['Farringdon', '2023'],
  '/project/feltham-basement': ['Feltham', '2023'],
  '/testimonials': ['Testimonials', 'Featured Testimonials', 'Submit a Testimonial'],
  '/business-card': ['Digital Business Card', 'Founder & CEO', 'Share this business card'],
  '/terms-and-conditions': ['Terms and Conditions', 'May 2024', '50%', 'England and Wales'],
  '/privacy-policy': ['Privacy Policy', 'May 2024', '7 years', 'UK GDPR'],
}

for (const [path, texts] of Object.entries(table)) {
  test(`${path} shows every label of the contract`, async ({ page }) => {
    await open(page, path)
    // biome-ignore lint/performance/useDomNodeTextContent: only what is on screen counts, not what is in the tree.
    const shown = (await page.locator('body').innerText()).toLowerCase()
    for (const text of texts) expect(shown).toContain(text.toLowerCase())
  })
}

test('links of the contract lead where it says', async ({ page }) => {
  await open(page, '/projects')
  await expect(page.getByRole('link', { name: 'Get in Touch' })).toHaveAttribute('href', '/#contact-section')
  await open(page, '/project/feltham-basement')
  await expect(page.getByRole('link', { name: 'Request Similar Project' })).toHaveAttribute('href', '/#contact-section')
  await expect(page.getByRole('link', { name: 'Get in Touch' })).toHaveAttribute('href', '/#contact-section')
})

test('the home page has the four sections by their ids, in order', async ({ page }) => {
  await open(page, '/')
  const ids = await page.locator('main section[id]').evaluateAll((sections) => sections.map(({ id }) => id))
  expect(ids).toEqual(['services', 'projects', 'why-choose-us', 'contact-section'])
})

test('constants of the contract: navigation bar 7 rem, logo 130 px, brand green', async ({ page }) => {
  await open(page, '/testimonials')
  const bar = page.getByRole('navigation', { name: 'Main' })
  expect((await bar.boundingBox())?.height).toBe(112)
  expect((await bar.getByRole('img').boundingBox())?.width).toBe(130)
  await expect(page.getByRole('button', { name: 'Submit Testimonial' })).toHaveCSS(
    'background-color',
    'rgb(44, 181, 63)',
  )
  await expect(page.getByLabel('Your testimonial')).toHaveAttribute('rows', '4')
  await expect(page.getByRole('radio', { name: '5 stars' })).toBeChecked()
})
