import type { Plugin } from 'vite'
import type { ManifestOptions } from 'vite-plugin-pwa'
import { site } from '../content/site.ts'
import { paths } from '../paths.ts'

const icon = (name: string, size: number, purpose: 'any' | 'maskable') => ({
  src: `/icons/${name}-${size}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
})

export const manifest: Partial<ManifestOptions> = {
  name: site.name,
  short_name: site.name.split(' ')[0] ?? site.name,
  description: site.description,
  lang: 'en-GB',
  start_url: '/',
  display: 'browser',
  background_color: '#faf9f6',
  theme_color: '#10201a',
  icons: [
    { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
    ...([192, 512] as const).map((size) => icon('icon', size, 'any')),
    ...([192, 512] as const).map((size) => icon('maskable', size, 'maskable')),
  ],
}

const adminManifest: Partial<ManifestOptions> = {
  ...manifest,
  id: paths.adminDashboard.href,
  name: `${site.name} Admin`,
  short_name: 'Admin',
  description: 'Manage the website’s reviews, enquiries and media.',
  start_url: paths.adminDashboard.href,
  scope: paths.admin.href,
  display: 'standalone',
}

// Workbox copies these functions into the service worker, so they can use nothing from outside.
const isPage = ({ url, sameOrigin }: { url: URL; sameOrigin: boolean }) =>
  sameOrigin && /^(?!\/(?:admin|api|rest|auth|functions|storage|__mail)(?:\/|$))[^.]*$/.test(url.pathname)
// A range of a video is no whole file.
const isNamedByContent = ({ url, request, sameOrigin }: { url: URL; request: Request; sameOrigin: boolean }) =>
  sameOrigin && /^\/(?:assets|fonts|pictures)\//.test(url.pathname) && !request.headers.has('range')
// No videos: one would evict all the others.
const isPublishedPicture = ({ url }: { url: URL }) =>
  /\/(?:media\/[0-9a-f]{16}|storage\/v1\/object\/public\/site-media\/[0-9a-f]{64})\.(?:avif|webp|jpg)$/.test(
    url.pathname,
  )
const withoutQuery = async ({ request }: { request: Request }) => new URL(request.url).pathname
// Storage says 400 or 404 when a file is gone; a server that fails is as good as none.
const evictDeleted = async ({ request, response }: { request: Request; response: Response }) => {
  if ([400, 404].includes(response.status))
    await (await caches.open('workbox-published')).delete(request, { ignoreVary: true })
  if (response.status >= 500) throw new Error(`${response.status}`)
  return response
}
const offlineResponse = async () =>
  new Response(
    `<!doctype html><html lang="en-GB"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>No connection</title><h1>No connection</h1><p>You haven’t visited this page before, so it isn’t available
offline. Please check your connection and try again.</p><p><a href="/">Return to Home</a></p></html>`,
    { status: 503, headers: { 'Content-Type': 'text/html; charset=utf-8' } },
  )

const matchOptions = { ignoreVary: true }
const cacheOptions = (name: string, maxEntries: number) => ({
  cacheName: `workbox-${name}`,
  matchOptions,
  cacheableResponse: { statuses: [200] },
  expiration: { maxEntries, matchOptions, purgeOnQuotaError: true },
})

export const adminManifestFile = { file: 'admin.webmanifest', text: JSON.stringify(adminManifest) }

/** The service worker, which caches what a visitor opens, and the site's manifest. */
export const webApp = async () => {
  // `npm start` does without this package, and Vite would warn that it is missing.
  const { VitePWA }: typeof import('vite-plugin-pwa') = await import(import.meta.resolve('vite-plugin-pwa'))
  return VitePWA({
    filename: 'sw.js',
    manifestFilename: 'site.webmanifest',
    manifest,
    injectRegister: false,
    includeManifestIcons: false,
    workbox: {
      // No precache: a first visit must not become heavier.
      globPatterns: [],
      navigateFallback: null,
      skipWaiting: true,
      clientsClaim: true,
      // Trusted types forbid a worker to import files.
      inlineWorkboxRuntime: true,
      runtimeCaching: [
        {
          urlPattern: isNamedByContent,
          handler: 'CacheFirst',
          options: cacheOptions('files', 300),
        },
        {
          urlPattern: isPublishedPicture,
          // Only for when there is no connection: the browser's own cache comes first.
          handler: 'NetworkFirst',
          options: {
            ...cacheOptions('published', 60),
            networkTimeoutSeconds: 10,
            // Browsers count an opaque response as megabytes.
            fetchOptions: { mode: 'cors', credentials: 'omit' },
            plugins: [{ fetchDidSucceed: evictDeleted }],
          },
        },
        {
          urlPattern: isPage,
          handler: 'NetworkFirst',
          options: {
            ...cacheOptions('pages', 50),
            networkTimeoutSeconds: 3,
            plugins: [{ cacheKeyWillBeUsed: withoutQuery, handlerDidError: offlineResponse }],
          },
        },
      ],
    },
  }).map(
    (plugin): Plugin => ({
      ...plugin,
      apply: ({ build }) => build?.write !== false,
      applyToEnvironment: ({ name }) => name === 'client',
    }),
  )
}
