import { PLACEHOLDER_MEASUREMENT_ID } from './env'

const LOCALHOST = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/

type Visit = {
  consent: 'accepted' | 'rejected' | undefined
  measurementId: string
  hostname: string
  optedOut: boolean
}

/** Whether views may be counted: with consent, a real id and no signal against it, and not on this machine. */
export const analyticsAllowed = ({ consent, measurementId, hostname, optedOut }: Visit): boolean =>
  consent === 'accepted' && measurementId !== PLACEHOLDER_MEASUREMENT_ID && !LOCALHOST.test(hostname) && !optedOut

type PrivacySignals = { doNotTrack?: string | null; globalPrivacyControl?: boolean }

/** Whether the browser (`navigator`) signals that it does not want to be tracked. */
export const hasOptedOut = ({ doNotTrack, globalPrivacyControl }: PrivacySignals): boolean =>
  doNotTrack === '1' || doNotTrack === 'yes' || globalPrivacyControl === true

type AnalyticsWindow = Window & { dataLayer?: unknown[] } & { [disabled: `ga-disable-${string}`]: boolean | undefined }

const analyticsWindow = () => window as unknown as AnalyticsWindow

function gtag(..._command: unknown[]) {
  const target = analyticsWindow()
  target.dataLayer ??= []
  // biome-ignore lint/complexity/noArguments: Google's script tells commands from other entries by this very type.
  target.dataLayer.push(arguments)
}

/** Loads Google's script, once, without what counting page views does not need. */
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

/** Counts one view, without the URL's query and fragment, which may be personal or secret. */
export const countPageView = ({ path, title }: { path: string; title: string }): void => {
  const page = { page_title: title, page_path: path, page_location: `${window.location.origin}${path}` }
  gtag('set', page)
  gtag('event', 'page_view', page)
}

const expireCookie = (name: string) => {
  const labels = window.location.hostname.split('.')
  // The script used the widest domain the browser allows, which cannot be read.
  const domains = ['', ...labels.map((_, index) => `; domain=.${labels.slice(index).join('.')}`)]
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in browsers we support.
  for (const domain of domains) document.cookie = `${name}=; max-age=0; path=/${domain}`
}

/** Stops a loaded script from sending and removes its cookies. */
export const stopAnalytics = (id: string): void => {
  analyticsWindow()[`ga-disable-${id}`] = true
  for (const cookie of document.cookie.split(';')) {
    const name = cookie.split('=')[0]?.trim() ?? ''
    if (name === '_ga' || name.startsWith('_ga_')) expireCookie(name)
  }
}
