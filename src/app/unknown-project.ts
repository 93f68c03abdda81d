/**
 * Hides the host's page for what it does not know where a project published since the build may be, and has it rendered
 * anew. Returns what shows it after all.
 */
export const hideUnknownProject = (root: HTMLElement): (() => void) => {
  const isUnknown = root.dataset.route === 'not-found' && location.pathname.startsWith('/project/')
  const main = isUnknown ? document.querySelector('main') : null
  if (!main) return () => {}
  delete root.dataset.route
  main.style.visibility = 'hidden'
  return () => void main.style.removeProperty('visibility')
}
