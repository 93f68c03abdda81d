import { matchPath, matchRoutes } from 'react-router-dom'
import { describe, expect, it } from 'vitest'
import { errorText, fieldText, messages } from '@/messages'
import { paths, SECTION_SCROLL_DELAY_MS, sectionHref, sections } from '@/paths'
import { publicPaths, unlistedPaths } from '@/prerender/pages'

describe('the sentence at a field', () => {
  it('says what to do', () => {
    expect(fieldText(undefined)).toBeUndefined()
    expect(fieldText('missing')).toBe('Please fill in this field.')
    expect(fieldText('invalid')).toBe('Please enter a valid e-mail address, such as name@example.com.')
    expect(fieldText('too-long', 10_000)).toBe('Please shorten this to 10,000 characters or fewer.')
    expect(fieldText('too-long')).toBe('This is too long.')
  })
})

// The contract's wording is binding, so it is repeated here.
describe('the catalogue of messages', () => {
  it('speaks the contract word for word', () => {
    expect(messages.testimonial.incomplete).toBe('Please fill in all fields.')
    expect(messages.testimonial.errorTitle).toBe('Error!')
    expect(`${messages.testimonial.successTitle} ${messages.testimonial.success}`).toBe(
      'Success! Thank you for your testimonial. It is awaiting approval.',
    )
    expect(messages.testimonial.failed).toBe('Failed to submit testimonial.')
    expect(messages.unexpected).toBe('An unexpected error occurred.')
    expect(messages.businessCard).toMatchObject({
      missingEmail: 'Please enter an email address',
      processing: 'Processing business card request...',
      success: 'Business card request processed! An email will be sent shortly.',
      failed: 'Failed to process business card request',
      fallback: 'Failed to send. Please try again later.',
    })
    expect(messages.sendEmail.success('pat@example.com')).toBe('Email would be sent to pat@example.com')
    expect(messages.sendEmail.recaptchaFailed).toBe('reCAPTCHA verification failed. Please try again.')
    expect(messages.sendEmail.functionError('x')).toBe('Supabase function error: x')
    expect(messages.sendEmail.unreachable('x')).toBe('Failed to process request via Supabase: x')
    expect(messages.sendEmail.badRequest('x')).toBe('Request failed: x')
    expect(messages.sendEmail.failed).toBe('Failed to process your request. Please try again later.')
  })

  it("keeps the contract's sentence when no answer came, and adds what to do", () => {
    expect(errorText('offline')).toMatch(/^An unexpected error occurred\. .*what you typed is still here\.$/)
  })
})

describe('the URLs', () => {
  it('are those of the contract', () => {
    expect(Object.values(paths).map(({ pattern }) => pattern)).toEqual(
      expect.arrayContaining([
        '/',
        '/projects',
        '/project/:projectId',
        '/testimonials',
        '/business-card',
        '/terms-and-conditions',
        '/privacy-policy',
        '/maintenance',
        '/admin/login',
        '/admin/dashboard',
        '/admin/user-manager',
        '/admin/reset-password',
        '/admin/approve-testimonial',
      ]),
    )
  })

  it('are matched by their own pattern', () => {
    for (const { pattern, href } of Object.values(paths)) {
      const path = typeof href === 'string' ? href : href('mayfair-basement')
      expect(matchPath(pattern, path), path).not.toBeNull()
    }
  })

  it.each(['a b', '../admin', 'ümlaut', '100%', 'a/b?c#d'])('carry the project id %j whole', (id) => {
    const { pathname } = new URL(paths.project.href(id), 'https://x')
    const [match] = matchRoutes([{ id: 'project', path: paths.project.pattern }], pathname) ?? []
    expect(match?.params.projectId).toBe(id)
  })

  it('name the sections of the home page as the contract does, reached after 100 ms', () => {
    expect(sections).toEqual({
      services: 'services',
      projects: 'projects',
      about: 'why-choose-us',
      contact: 'contact-section',
    })
    expect(sectionHref('contact-section')).toBe('/#contact-section')
    expect(SECTION_SCROLL_DELAY_MS).toBe(100)
  })

  it('are listed for search engines without the admin area and the maintenance page', () => {
    expect(new Set(publicPaths).size).toBe(publicPaths.length)
    expect(publicPaths.filter((path) => /admin|maintenance/.test(path))).toEqual([])
    expect(unlistedPaths).toEqual(['/maintenance'])
  })
})
