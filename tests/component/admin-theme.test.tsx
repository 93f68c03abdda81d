import { readFileSync } from 'node:fs'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { forgetBrowser } from '../support/admin-users'
import { renderSite } from '../support/render-site'

const openTheme = async () => {
  const site = await renderSite('/admin/dashboard?section=theme')
  const tree = within(await screen.findByRole('navigation', { name: 'Project files' }))
  const item = (name: string) =>
    tree.getByRole('button', { name: (label) => label.replace(' (can be opened)', '') === name })
  const folder = (name: string) => tree.getByText(name).closest('details')
  return { ...site, tree, item, folder }
}

const SAMPLE = 'src/pages/not-found.tsx'
const editor = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: `Edit ${SAMPLE}` })

const edit = async ({ user }: Awaited<ReturnType<typeof openTheme>>) => {
  await user.click(await screen.findByRole('button', { name: 'Edit' }))
  await user.type(await editor(), 'X', { initialSelectionStart: 0, initialSelectionEnd: 0 })
}
const startEditing = async () => {
  const theme = await openTheme()
  await theme.user.click(theme.item('not-found.tsx'))
  await edit(theme)
  return theme
}

beforeEach(() => localStorage.setItem('adminAuth', 'true'))
afterEach(forgetBrowser)

it('the tree shows both folders of the project open, and marks the file that is shown, with its real content', async () => {
  const { user, item, folder } = await openTheme()
  for (const name of ['src/components', 'src/pages']) expect(folder(name)).toHaveAttribute('open')
  for (const name of ['picture.tsx', 'projects.tsx']) expect(item(name)).toBeVisible()
  expect(folder('ui')).not.toHaveAttribute('open')
  item('not-found.tsx').focus()
  await user.keyboard('{Enter}')
  expect(await screen.findByRole('heading', { name: SAMPLE })).toBeVisible()
  expect(item('not-found.tsx')).toHaveAttribute('aria-current', 'true')
  expect(item('projects.tsx')).not.toHaveAttribute('aria-current')
  const content = await screen.findByRole('region', { name: `Content of ${SAMPLE}` })
  expect(content.textContent?.trimEnd()).toBe(readFileSync(SAMPLE, 'utf8').trimEnd())
})

it('a file is saved in a message only, as the page says beforehand, and goes back to what it was on Cancel', async () => {
  const theme = await startEditing()
  const { user, item } = theme
  expect(screen.getByText(/Saving here is only a demo/)).toBeVisible()
  const unchanged = async () =>
    expect(await screen.findByRole('region', { name: `Content of ${SAMPLE}` })).not.toHaveTextContent(/^X/)
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText(`File saved: ${SAMPLE}`)).toBeVisible()
  await unchanged()

  await edit(theme)
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await unchanged()

  // Without typed text, nothing is lost.
  await user.click(screen.getByRole('button', { name: 'Edit' }))
  await user.click(item('projects.tsx'))
  expect(await screen.findByText('File content not available')).toBeVisible()
})

it('unsaved changes survive another file, section or a closed window unless they are given up', async () => {
  const theme = await startEditing()
  const { user, router, item } = theme
  const isKept = async () => expect((await editor()).value).toMatch(/^Ximport/)
  await user.click(item('projects.tsx'))
  const question = await screen.findByRole('alertdialog', { name: 'Discard your changes?' })
  await user.click(within(question).getByRole('button', { name: 'Keep editing' }))
  await isKept()
  await user.click(screen.getByRole('link', { name: 'Media' }))
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }))
  expect(router.state.location.search).toBe('?section=theme')
  await isKept()
  const closing = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(closing)
  expect(closing.defaultPrevented).toBe(true)

  await user.click(item('projects.tsx'))
  await user.click(await screen.findByRole('button', { name: 'Discard changes' }))
  expect(await screen.findByText('File content not available')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull()
  await user.click(item('not-found.tsx'))
  await edit(theme)
  await user.click(screen.getByRole('link', { name: 'Media' }))
  await user.click(await screen.findByRole('button', { name: 'Discard changes' }))
  await waitFor(() => expect(router.state.location.search).toBe('?section=media'))
})
