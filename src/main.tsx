import { installSendEmailPatch } from '@/app/send-email-patch'
import { dropEmailedLink, RESET_PAGE, readEmailedLink } from '@/lib/emailed-link'
import { AppError } from '@/lib/errors'
import { lazyModule, loadModule, reloadOnce } from '@/lib/lazy-module'
import { firstInteraction, idleAfterLoad, nextTask } from '@/lib/when-to-start'
import '@/styles/index.css'

// The auth server leads to the home page where it may not lead elsewhere.
const dropStrayLink = () => {
  if (readEmailedLink(location.hash) && !location.pathname.startsWith(RESET_PAGE)) dropEmailedLink()
}
dropStrayLink()
addEventListener('hashchange', dropStrayLink)

// Evaluated as one, these would block a slow phone.
const importApplication = async () => {
  const { loadReact } = await import('@/app/load-react')
  await loadReact()
  await nextTask()
  await import('@/app/router')
  await nextTask()
  return import('@/app/start')
}
const sendEmailHandler = lazyModule(() => import('@/app/send-email-handler'))

installSendEmailPatch(window, async () => (await sendEmailHandler.load()).handleSendEmail)
document.addEventListener('focusin', ({ target }) => {
  if (target instanceof Element && target.closest('form')) sendEmailHandler.prefetch()
})

// Fetches what a prerendered page does not need at once. Resolves even when its stylesheet fails: the page has its own.
const fetchRest = (): Promise<unknown> => {
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

const findRoot = () => {
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no #root')
  return root
}
// The host's page for what it does not know, where a project published since the build may be: nothing says so meanwhile.
const isUnknownProject = findRoot().dataset.route === 'not-found' && location.pathname.startsWith('/project/')
const main = isUnknownProject ? document.querySelector('main') : null
if (main) {
  delete findRoot().dataset.route
  main.style.visibility = 'hidden'
}
const isPrerendered = findRoot().dataset.route !== undefined

// Until this has run, links of the prerendered page work and index.html queues the clicks.
const start = async (): Promise<void> => {
  try {
    const [, { startApp }] = await Promise.all([fetchRest(), loadModule(importApplication)])
    await startApp(findRoot())
    window.replayEvents('true')
  } catch (cause) {
    main?.style.removeProperty('visibility')
    window.replayEvents('failed')
    if (!(cause instanceof AppError)) return console.error('The page could not be hydrated', cause)
    console.info('The code of the page could not be fetched', cause)
    // A prerendered page may contain typed text, and its links lead to the newer version anyway.
    if (!isPrerendered && cause.code === 'outdated' && reloadOnce()) return
    await firstInteraction()
    await start()
  }
}

if (isPrerendered) void Promise.race([idleAfterLoad(), firstInteraction()]).then(start)
else void start()
