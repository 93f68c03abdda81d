import { PLACEHOLDER_MEASUREMENT_ID } from './env'

type Circumstances = {
  consent: 'accepted' | 'rejected' | undefined
  measurementId: string
  hostname: string
  optedOut: boolean
}

const isThisMachine = (hostname: string): boolean =>
  /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/.test(hostname)

export const analyticsAllowed = ({ consent, measurementId, hostname, optedOut }: Circumstances): boolean =>
  consent === 'accepted' && measurementId !== PLACEHOLDER_MEASUREMENT_ID && !isThisMachine(hostname) && !optedOut

type PrivacySignals = { doNotTrack?: string | null; globalPrivacyControl?: boolean }

export const hasOptedOut = ({ doNotTrack, globalPrivacyControl }: PrivacySignals): boolean =>
  doNotTrack === '1' || doNotTrack === 'yes' || globalPrivacyControl === true

type AnalyticsWindow = Window & { dataLayer?: unknown[] } & { [disabled: `ga-disable-${string}`]: boolean | undefined }

const analyticsWindow = (): AnalyticsWindow => window as unknown as AnalyticsWindow

function gtag(..._command: unknown[]) {
  const target = analyticsWindow()
  target.dataLayer ??= []
  // biome-ignore lint/complexity/noArguments: Google's script tells commands from other entries by this very type.
  target.dataLayer.push(arguments)
}

const sourceOf = (id: string): string => `https://www.googletagmanager.com/gtag/js?id=${id}`

/** Loads Google's script, once, with everything switched off that counting page views does not need. */
export const startAnalytics = (id: string): void => {
  analyticsWindow()[`ga-disable-${id}`] = false
  if (document.querySelector(`script[src="${sourceOf(id)}"]`)) return
  gtag('js', new Date())
  gtag('config', id, {
    send_page_view: false,
    allow_google_signals: false,
    allow_ad_personalization_signals: false,
    cookie_flags: 'secure;samesite=lax',
  })
  const script = document.createElement('script')
  script.async = true
  script.src = sourceOf(id)
  document.head.append(script)
}

/** Counts one view, without the query and fragment of the URL: they may name a person or carry a key. */
export const countPageView = ({ path, title }: { path: string; title: string }): void => {
  const page = { page_title: title, page_path: path, page_location: `${window.location.origin}${path}` }
  gtag('set', page)
  gtag('event', 'page_view', page)
}

// The script uses the widest domain the browser allows, which cannot be read: all are tried.
const domainsOf = (hostname: string): string[] => {
  const labels = hostname.split('.')
  return labels.map((_, index) => `; domain=.${labels.slice(index).join('.')}`)
}

const expire = (name: string, domain: string) => {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in browsers we support.
  document.cookie = `${name}=; max-age=0; path=/${domain}`
}

const removeCookies = () => {
  const names = document.cookie
    .split(';')
    .map((cookie) => cookie.split('=')[0]?.trim() ?? '')
    .filter((name) => name === '_ga' || name.startsWith('_ga_'))
  for (const name of names) for (const domain of ['', ...domainsOf(window.location.hostname)]) expire(name, domain)
}

export const stopAnalytics = (id: string): void => {
  analyticsWindow()[`ga-disable-${id}`] = true
  removeCookies()
}
