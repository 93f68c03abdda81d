import { installSendEmailPatch } from '@/app/send-email-patch'
import { AppError } from '@/lib/errors'
import { lateModule, reloadOnce } from '@/lib/late-module'
import { firstInteraction, idleAfterLoad } from '@/lib/when-to-start'
import '@/styles/index.css'

const application = lateModule(() => import('@/app/start'))
const sendEmailHandler = lateModule(() => import('@/app/send-email-handler'))

installSendEmailPatch(window, async () => (await sendEmailHandler.load()).handleSendEmail)
document.addEventListener('focusin', ({ target }) => {
  if (target instanceof Element && target.closest('form')) sendEmailHandler.prefetch()
})

/** Loads the stylesheet that the application adds; a page without it still works. */
const loadStylesheet = (href: string | undefined): Promise<unknown> => {
  if (!href || document.querySelector(`link[href="${href}"]`)) return Promise.resolve()
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href })
  document.head.append(link)
  return new Promise((resolve) => {
    link.addEventListener('load', resolve)
    link.addEventListener('error', resolve)
  })
}

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
const isPrerendered = root.dataset.route !== undefined

// Until this has run, and where it cannot, the links of the prerendered page work and index.html queues the clicks.
const start = async (): Promise<void> => {
  try {
    const [{ startApp }] = await Promise.all([application.load(), loadStylesheet(root.dataset.styles)])
    await startApp(root)
    window.replayEvents('true')
  } catch (cause) {
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
