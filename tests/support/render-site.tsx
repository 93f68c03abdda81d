import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { StrictMode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { routes } from '@/app/routes'

/** Opens the site at a path, with its real route table, and waits until the page's heading stands. */
export const renderSite = async (path: string) => {
  const router = createMemoryRouter(routes, { initialEntries: [path] })
  render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  )
  // A photo that is open hides the page behind it.
  await screen.findByRole('heading', { level: 1, hidden: true })
  return { router, user: userEvent.setup() }
}

/** Two clicks before the page can react to the first: what a nervous finger does on a slow telephone. */
export const clickTwiceAtOnce = (button: HTMLElement): void =>
  act(() => {
    button.click()
    button.click()
  })
