// Separate from `everywhere`, which loads before the first paint.

import { isAppError } from '@/lib/errors'

export const BLOCKED =
  'Part of this page was blocked or didn’t load. Please copy anything you’ve typed and reload the page. If that doesn’t help, allow this site in your ad blocker.'

const PAGE_OUTDATED = 'The site has been updated since you opened it. Please reload the page.'

/** Returns why a page's code failed to load, or `otherwise` for other errors. */
export const loadErrorText = (error: unknown, otherwise: string, outdated = PAGE_OUTDATED): string => {
  if (isAppError(error, 'outdated')) return outdated
  return isAppError(error, 'blocked') ? BLOCKED : otherwise
}
