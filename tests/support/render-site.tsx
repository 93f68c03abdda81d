import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { StrictMode } from 'react'
import { createMemoryRouter, type InitialEntry, RouterProvider } from 'react-router-dom'
import { vi } from 'vitest'
import { routes } from '@/app/routes'
import { clearMessageDraft } from '@/components/layout/message-draft'

/** Opens the site at a path, or an entry of the history, with its real route table, and waits until the page's heading is rendered. */
export const renderSite = async (entry: InitialEntry) => {
  // Another document keeps no message of the one before.
  clearMessageDraft('')
  const router = createMemoryRouter(routes, { initialEntries: [entry] })
  render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  )
  // An open image hides the page behind it.
  await screen.findByRole('heading', { level: 1, hidden: true })
  return { router, user: userEvent.setup() }
}

/** Two clicks before the page can react to the first: as impatient visitors do on a slow phone. */
export const clickTwiceAtOnce = (button: HTMLElement): void =>
  act(() => {
    button.click()
    button.click()
  })

/** Has the server say that nothing is newer than the build: other files publish on the same one, and some origins have none. */
export const stayAsBuilt = (): void => {
  const send = globalThis.fetch
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) =>
    String(input).includes('/rpc/site') ? Response.json(null) : send(input, init),
  )
}
