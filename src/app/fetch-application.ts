import { loadModule } from '@/lib/lazy-module'
import { yieldToMain } from '@/lib/when-to-start'

// Evaluated as one, these would block a slow phone.
const importInSlices = async () => {
  const { loadReact } = await import('./load-react')
  await loadReact()
  await yieldToMain()
  await import('./router')
  await yieldToMain()
  return import('./start')
}

// Resolves even when the stylesheet fails: a prerendered page has its own.
const loadDeferredStyles = (): Promise<unknown> => {
  const links = document.querySelector<HTMLTemplateElement>('#rest')?.content
  const styles = links?.querySelector('[rel=stylesheet]')
  if (!links || !styles) return Promise.resolve()
  const loaded = new Promise((resolve) => {
    styles.addEventListener('load', resolve)
    // Back in the template, it is fetched again by the next start.
    styles.addEventListener('error', () => resolve(links.append(styles)))
  })
  document.head.append(links)
  return loaded
}

/** Fetches the application, and what a prerendered page does not need at once. Throws `AppError`. */
export const fetchApplication = async (): Promise<typeof import('./start')> => {
  const [, application] = await Promise.all([loadDeferredStyles(), loadModule(importInSlices)])
  return application
}
