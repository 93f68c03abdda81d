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

// Copied into the service worker, so they can't use outer names.
const isPage = ({ url, sameOrigin }: { url: URL; sameOrigin: boolean }) =>
  sameOrigin && /^(?!\/(?:admin|api|rest|auth|functions|storage|__mail)(?:\/|$))[^.]*$/.test(url.pathname)
// A range isn't a whole file.
const isNamedByContent = ({ url, request, sameOrigin }: { url: URL; request: Request; sameOrigin: boolean }) =>
  sameOrigin && /^\/(?:assets|fonts|pictures)\//.test(url.pathname) && !request.headers.has('range')
// One video would evict all other files.
const isPublishedPicture = ({ url }: { url: URL }) =>
  /\/(?:media\/[0-9a-f]{16}|storage\/v1\/object\/public\/site-media\/[0-9a-f]{64})\.(?:avif|webp|jpg)$/.test(
    url.pathname,
  )
const withoutQuery = async ({ request }: { request: Request }) => new URL(request.url).pathname
// Storage returns 400 or 404 for deleted files. Server errors count as offline.
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

/** Creates the service worker and the manifest. */
export const webApp = async () => {
  // Not installed by `npm start`. Vite would warn of a literal import.
  const { VitePWA }: typeof import('vite-plugin-pwa') = await import(import.meta.resolve('vite-plugin-pwa'))
  return VitePWA({
    filename: 'sw.js',
    manifestFilename: 'site.webmanifest',
    manifest,
    injectRegister: false,
    includeManifestIcons: false,
    workbox: {
      // Precaching would make first visits heavier.
      globPatterns: [],
      navigateFallback: null,
      skipWaiting: true,
      clientsClaim: true,
      // Trusted Types forbid workers to import files.
      inlineWorkboxRuntime: true,
      runtimeCaching: [
        {
          urlPattern: isNamedByContent,
          handler: 'CacheFirst',
          options: cacheOptions('files', 300),
        },
        {
          urlPattern: isPublishedPicture,
          // Used only offline. The browser's own cache comes first.
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
