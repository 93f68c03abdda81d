import { loadModule } from '@/lib/lazy-module'
import { yieldToMain } from '@/lib/when-to-start'

// One task would block slow phones.
const importInSlices = async () => {
  const { loadReact } = await import('./load-react')
  await loadReact()
  await yieldToMain()
  await import('./router')
  await yieldToMain()
  return import('./start')
}

// Resolves even on failure, because prerendered pages inline their styles.
const loadDeferredStyles = (): Promise<unknown> => {
  const links = document.querySelector<HTMLTemplateElement>('#rest')?.content
  const styles = links?.querySelector('[rel=stylesheet]')
  if (!links || !styles) return Promise.resolve()
  const loaded = new Promise((resolve) => {
    styles.addEventListener('load', resolve)
    // Lets the next start fetch it again.
    styles.addEventListener('error', () => resolve(links.append(styles)))
  })
  document.head.append(links)
  return loaded
}

/** Fetches the application and the deferred styles. Throws `AppError`. */
export const fetchApplication = async (): Promise<typeof import('./start')> => {
  const [, application] = await Promise.all([loadDeferredStyles(), loadModule(importInSlices)])
  return application
}
