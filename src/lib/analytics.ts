import { PLACEHOLDER_MEASUREMENT_ID } from './env'

const LOCALHOST = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/

type Visit = {
  consent: 'accepted' | 'rejected' | undefined
  measurementId: string
  hostname: string
  optedOut: boolean
}

/** Whether page views may be counted. */
export const isAnalyticsAllowed = ({ consent, measurementId, hostname, optedOut }: Visit): boolean =>
  consent === 'accepted' && measurementId !== PLACEHOLDER_MEASUREMENT_ID && !LOCALHOST.test(hostname) && !optedOut

type PrivacySignals = { doNotTrack?: string | null; globalPrivacyControl?: boolean }

/** Whether `navigator` sends Do Not Track or Global Privacy Control. */
export const hasOptedOut = ({ doNotTrack, globalPrivacyControl }: PrivacySignals): boolean =>
  doNotTrack === '1' || doNotTrack === 'yes' || globalPrivacyControl === true

type AnalyticsWindow = Window & { dataLayer?: unknown[] } & { [disabled: `ga-disable-${string}`]: boolean | undefined }

const analyticsWindow = () => window as unknown as AnalyticsWindow

function gtag(..._command: unknown[]) {
  const target = analyticsWindow()
  target.dataLayer ??= []
  // biome-ignore lint/complexity/noArguments: Google's script recognises commands by this type.
  target.dataLayer.push(arguments)
}

/** Loads Google's script once, for page views only. */
export const startAnalytics = (id: string): void => {
  const source = `https://www.googletagmanager.com/gtag/js?id=${id}`
  analyticsWindow()[`ga-disable-${id}`] = false
  if (document.querySelector(`script[src="${source}"]`)) return
  gtag('js', new Date())
  gtag('config', id, {
    send_page_view: false,
    allow_google_signals: false,
    allow_ad_personalization_signals: false,
    cookie_flags: 'secure;samesite=lax',
  })
  const script = document.createElement('script')
  script.async = true
  script.src = source
  document.head.append(script)
}

/** Counts a view without query and fragment, which may be secret. */
export const countPageView = ({ path, title }: { path: string; title: string }): void => {
  const page = { page_title: title, page_path: path, page_location: `${window.location.origin}${path}` }
  gtag('set', page)
  gtag('event', 'page_view', page)
}

const expireCookie = (name: string) => {
  const labels = window.location.hostname.split('.')
  // The cookie's domain, the widest allowed, can't be read.
  const domains = ['', ...labels.map((_, index) => `; domain=.${labels.slice(index).join('.')}`)]
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in browsers we support.
  for (const domain of domains) document.cookie = `${name}=; max-age=0; path=/${domain}`
}

/** Disables the script and removes its cookies. */
export const stopAnalytics = (id: string): void => {
  analyticsWindow()[`ga-disable-${id}`] = true
  for (const cookie of document.cookie.split(';')) {
    const name = cookie.split('=')[0]?.trim() ?? ''
    if (name === '_ga' || name.startsWith('_ga_')) expireCookie(name)
  }
}
