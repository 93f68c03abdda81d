// Keeps what a visitor has seen, so that it opens again without a connection. Pages come from the network whenever there is
// one; what is named after its contents never changes and comes from here.
const CACHE = 'pages'
const MOST = 300
// Whoever asks, a file named after its contents is the same.
const WHOEVER = { ignoreVary: true }
const NAMED_BY_CONTENT = /^\/(?:assets|fonts|pictures)\//
const NOT_FOR_KEEPING = /^\/(?:admin|api|rest|auth|functions|__mail)(?:\/|$)/

const OFFLINE = `<!doctype html><html lang="en-GB"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>No connection</title><h1>No connection</h1><p>You have not opened this page before, so it cannot be shown without a
connection. Please check your connection and try again.</p><p><a href="/">Return to Home</a></p></html>`

const keep = async (key, response) => {
  // What was reached by a redirect may not answer for another address.
  if (!response.ok || response.type !== 'basic' || response.redirected) return
  const cache = await caches.open(CACHE)
  // A browser that has no room left goes on without.
  await cache.put(key, response).catch(() => {})
  const keys = await cache.keys()
  if (keys.length > MOST) await Promise.all(keys.slice(0, keys.length - MOST).map((old) => cache.delete(old)))
}

const page = async (event, { pathname }) => {
  try {
    const response = await fetch(event.request)
    event.waitUntil(keep(pathname, response.clone()))
    return response
  } catch {
    const kept = await caches.match(pathname, WHOEVER)
    return kept ?? new Response(OFFLINE, { status: 503, headers: { 'Content-Type': 'text/html; charset=utf-8' } })
  }
}

const file = async (event) => {
  const kept = await caches.match(event.request, WHOEVER)
  if (kept) return kept
  const response = await fetch(event.request)
  event.waitUntil(keep(event.request, response.clone()))
  return response
}

addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => event.waitUntil(clients.claim()))

addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request
  const address = new URL(url)
  if (method !== 'GET' || address.origin !== location.origin || NOT_FOR_KEEPING.test(address.pathname)) return
  if (mode === 'navigate') event.respondWith(page(event, address))
  // A part of a film is no whole file.
  else if (NAMED_BY_CONTENT.test(address.pathname) && !event.request.headers.has('range')) event.respondWith(file(event))
})

// What the page had fetched before this worker was there, and pages that were reached without a load.
addEventListener('message', (event) => {
  const missing = async (path) => {
    if (await caches.match(path, WHOEVER)) return
    await keep(path, await fetch(path))
  }
  const paths = Array.isArray(event.data) ? event.data : []
  const wanted = paths.filter((path) => typeof path === 'string' && /^\/(?!\/)/.test(path) && !NOT_FOR_KEEPING.test(path))
  event.waitUntil(Promise.allSettled(wanted.map(missing)))
})
