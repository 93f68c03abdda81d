import { holdEarlyActions } from '@/app/early-actions'
import { nextMove, quiet } from '@/app/first-move'
import { claimFullLoad } from '@/app/full-load'
import { isReachable } from '@/lib/is-reachable'
import '@/styles/index.css'

// What visitors came for stands in the HTML. The application waits until that is on screen, or until they move.
const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
const release = holdEarlyActions()
const moved = nextMove()

/** Brings the styles of what the application adds to the page; a page without them works all the same. */
const fetchStyles = (href: string | undefined): Promise<unknown> => {
  if (!href || document.querySelector(`link[href="${href}"]`)) return Promise.resolve()
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = href
  document.head.append(link)
  return new Promise((resolve) => {
    link.addEventListener('load', resolve)
    link.addEventListener('error', resolve)
  })
}

const start = async (when: Promise<void>): Promise<void> => {
  if (root.dataset.route) await when
  try {
    const [{ startApp }] = await Promise.all([import('@/app/start'), fetchStyles(root.dataset.styles)])
    await startApp(root, { moved, release })
  } catch (cause) {
    // A newer version of the site has replaced the code, or there is no connection: the page reads all the same.
    console.info('The application could not be started', cause)
    if ((await isReachable()) && claimFullLoad()) window.location.reload()
    else await nextMove().then(() => start(Promise.resolve()))
  }
}

void start(Promise.race([quiet(), moved]))
