import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { StrictMode } from 'react'
import { createMemoryRouter, type InitialEntry, RouterProvider } from 'react-router-dom'
import { vi } from 'vitest'
import { routes } from '@/app/routes'
import { clearMessageDraft } from '@/components/layout/message-draft'

/** Opens the site at a path or history entry and waits for the page's heading. */
export const renderSite = async (entry: InitialEntry) => {
  clearMessageDraft('')
  const router = createMemoryRouter(routes, { initialEntries: [entry] })
  render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  )
  // An open image hides the page.
  await screen.findByRole('heading', { level: 1, hidden: true })
  return { router, user: userEvent.setup() }
}

/** Clicks twice before the page can react. */
export const clickTwiceAtOnce = (button: HTMLElement): void =>
  act(() => {
    button.click()
    button.click()
  })

/** Answers revalidations with no change. Other files publish on the same server. */
export const stayAsBuilt = (): void => {
  const send = globalThis.fetch
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) =>
    String(input).includes('/rpc/site') ? Response.json(null) : send(input, init),
  )
}
