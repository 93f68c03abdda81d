import { site } from './site'

/** The full address of a path of the site, for readers outside it: search engines, link previews, feeds. */
export const absoluteUrl = (path: string): string => `${site.url}${path}`
