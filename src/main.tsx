import { fetchApplication } from '@/app/fetch-application'
import { installSendEmailPatch } from '@/app/send-email-patch'
import { dropEmailedLink, RESET_PAGE, readEmailedLink } from '@/lib/emailed-link'
import { AppError } from '@/lib/errors'
import { lazyModule, reloadOnce } from '@/lib/lazy-module'
import { firstInteraction, idleAfterLoad } from '@/lib/when-to-start'
import '@/styles/index.css'

// An emailed link leaves the address of any other page: the auth server leads home where it may not lead elsewhere.
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

// A failed hydration replaces it.
const findRoot = () => {
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no #root')
  return root
}

const { dataset } = findRoot()
const isUnknownProject = dataset.route === 'not-found' && location.pathname.startsWith('/project/')
// It may have been published since the build: the host's words of what it does not know are hidden, and all is rendered anew.
const hidden = isUnknownProject ? document.querySelector('main') : null
if (hidden) {
  delete dataset.route
  hidden.style.visibility = 'hidden'
}
const isPrerendered = dataset.route !== undefined

// Until this has run, links of the prerendered page work and index.html queues the clicks.
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
    // A prerendered page may contain typed text, and its links lead to the newer version anyway.
    if (!isPrerendered && cause.code !== 'offline' && reloadOnce()) return
    await firstInteraction()
    await start()
  }
}

if (isPrerendered) void Promise.race([idleAfterLoad(), firstInteraction()]).then(start)
else void start()
