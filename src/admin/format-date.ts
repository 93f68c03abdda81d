const dateTime = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })
const date = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'Europe/London',
})

/** A date as in '3 Feb 2026'. */
export const formatDate = (iso: string): string => date.format(new Date(iso))

/** Date and time as in '3 Feb 2026, 09:20'. */
export const formatDateTime = (iso: string): string => dateTime.format(new Date(iso))
