import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { site } from '@/content/site'
import { ACCESS_CODE } from '@/domain/access-code'
import { renderSite } from '../support/render-site'

const KEY = 'site-access-auth'
beforeEach(() => {
  sessionStorage.clear()
  vi.stubEnv('VITE_UNDER_CONSTRUCTION', 'on')
})

const heading = () => screen.getByRole('heading', { level: 1 }).textContent

describe('a site under construction', () => {
  it.each(['/', '/projects', '/project/mayfair-basement', '/no-such-page'])(
    "shows 'Work in Progress' instead of %s",
    async (path) => {
      vi.spyOn(console, 'info').mockImplementation(() => {})
      await renderSite(path)
      expect(heading()).toBe('Work in Progress')
      expect(screen.getByText(/under construction.*check back soon/)).toBeVisible()
      await waitFor(() => expect(document.title).toBe(`${site.name} | Work in Progress`))
      expect(document.querySelector('meta[name=description]')?.getAttribute('content')).toMatch(/is under construction/)
      expect(document.querySelector('meta[name=robots]')).toHaveAttribute('content', 'noindex')
      expect(screen.queryByRole('navigation')).toBeNull()
    },
  )

  it('can be reached by telephone and e-mail', async () => {
    await renderSite('/')
    expect(screen.getByRole('link', { name: site.phone.display })).toHaveAttribute('href', site.phone.href)
    expect(screen.getByRole('link', { name: site.email })).toHaveAttribute('href', `mailto:${site.email}`)
  })

  it('asks for consent like every other page, and explains it', async () => {
    localStorage.clear()
    const { user } = await renderSite('/')
    const banner = within(await screen.findByRole('region', { name: 'Cookie Consent' }))
    await user.click(banner.getByRole('link', { name: 'Privacy Policy' }))
    expect(await screen.findByRole('heading', { name: /Cookies$/ })).toBeVisible()
    expect(heading()).toBe('Privacy Policy')
  })

  it.each([
    ['/maintenance', 'Maintenance'],
    ['/maintenance/', 'Maintenance'],
    ['/admin/login', 'Admin Portal Login'],
  ])('keeps %s open', async (path, title) => {
    await renderSite(path)
    expect(heading()).toBe(title)
  })

  it('refuses a wrong password and stays closed', async () => {
    const { user } = await renderSite('/testimonials')
    await user.click(screen.getByText('Site access'))
    await user.type(screen.getByLabelText('Password'), '9999{Enter}')
    expect(screen.getByRole('alert')).toHaveTextContent('Invalid password')
    expect(heading()).toBe('Work in Progress')
    expect(sessionStorage.getItem(KEY)).toBeNull()
  })

  it('lets the owner in for the session, to the page they asked for', async () => {
    const { user } = await renderSite('/testimonials')
    await user.click(screen.getByText('Site access'))
    await user.type(screen.getByLabelText('Password'), `${ACCESS_CODE}{Enter}`)
    expect(await screen.findByRole('heading', { level: 1, name: 'Testimonials' })).toBeVisible()
    expect(await screen.findByText('Access granted')).toBeInTheDocument()
    expect(sessionStorage.getItem(KEY)).toBe('true')
    await waitFor(() => expect(document.title).toBe(`Testimonials | ${site.name}`))
  })

  it('shows everything to a session that holds the pass', async () => {
    sessionStorage.setItem(KEY, 'true')
    await renderSite('/projects')
    expect(heading()).toBe('Our Projects')
    expect(within(screen.getByRole('contentinfo')).getByRole('link', { name: 'All projects' })).toBeVisible()
  })
})

it('opens to everybody once the setting is off', async () => {
  vi.stubEnv('VITE_UNDER_CONSTRUCTION', 'off')
  await renderSite('/projects')
  expect(heading()).toBe('Our Projects')
})
