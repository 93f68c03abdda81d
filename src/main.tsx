import { fetchApplication } from '@/app/fetch-application'
import { installSendEmailPatch } from '@/app/send-email-patch'
import { dropEmailedLink, RESET_PAGE, readEmailedLink } from '@/lib/emailed-link'
import { AppError } from '@/lib/errors'
import { lazyModule, reloadOnce } from '@/lib/lazy-module'
import { firstInteraction, idleAfterLoad } from '@/lib/when-to-start'
import '@/styles/index.css'

// The auth server may redirect an emailed link to another page.
const dropStrayLink = () => {
  if (readEmailedLink(location.hash) && !location.pathname.startsWith(RESET_PAGE)) dropEmailedLink()
}
dropStrayLink()
addEventListener('hashchange', dropStrayLink)

const sendEmailHandler = lazyModule(() => import('@/app/send-email-handler'))
installSendEmailPatch(window, async () => (await sendEmailHandler.load()).handleSendEmail)
document.addEventListener('focusin', ({ target }) => {
  if (target instanceof Element && target.closest('form.needs-scripts')) sendEmailHandler.prefetch()
})

// A failed hydration replaces the element.
const findRoot = () => {
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no #root')
  return root
}

const { dataset } = findRoot()
const isUnknownProject = dataset.route === 'not-found' && location.pathname.startsWith('/project/')
// The project may be newer than the build, so render from scratch.
const hidden = isUnknownProject ? document.querySelector('main') : null
if (hidden) {
  delete dataset.route
  hidden.style.visibility = 'hidden'
}
const isPrerendered = dataset.route !== undefined

const start = async (): Promise<void> => {
  try {
    const { startApp } = await fetchApplication()
    await startApp(findRoot())
    window.replayEvents('true')
  } catch (cause) {
    hidden?.style.removeProperty('visibility')
    window.replayEvents('failed')
    if (!(cause instanceof AppError)) return console.error('The page could not be hydrated', cause)
    console.info('The code of the page could not be fetched', cause)
    // Reloading could lose typed text, and links open the newer version anyway.
    if (!isPrerendered && cause.code !== 'offline' && reloadOnce()) return
    await firstInteraction()
    await start()
  }
}

if (isPrerendered) void Promise.race([idleAfterLoad(), firstInteraction()]).then(start)
else void start()
