const dateTime = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })
const date = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'Europe/London',
})

const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'long' })
const DAY_MS = 86_400_000

const time = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short' })

/** Formats a London date, as in '3 Feb 2026'. */
export const formatDate = (iso: string): string => date.format(new Date(iso))

/** Formats a local time, as in '3 Feb 2026, 09:20'. */
export const formatDateTime = (iso: string): string => dateTime.format(new Date(iso))

/** Formats a local time: 'at 09:20' today, otherwise 'on 3 Feb 2026, 09:20'. */
export const formatTimeOrDate = (iso: string): string => {
  const isToday = new Date(iso).toDateString() === new Date().toDateString()
  return isToday ? `at ${time.format(new Date(iso))}` : `on ${formatDateTime(iso)}`
}

/** Formats a local time: '09:20' today, 'Tuesday, 09:20' within six days, otherwise '3 Feb 2026, 09:20'. */
export const formatWeekdayTime = (iso: string): string => {
  const moment = new Date(iso)
  if (moment.toDateString() === new Date().toDateString()) return time.format(moment)
  if (Math.abs(moment.getTime() - Date.now()) > 6 * DAY_MS) return formatDateTime(iso)
  return `${weekday.format(moment)}, ${time.format(moment)}`
}
