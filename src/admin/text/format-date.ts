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

/** As in '3 Feb 2026', the day in London. */
export const formatDate = (iso: string): string => date.format(new Date(iso))

/** As in '3 Feb 2026, 09:20', local time. */
export const formatDateTime = (iso: string): string => dateTime.format(new Date(iso))

/** Local time, as in 'at 09:20' today, else 'on 3 Feb 2026, 09:20'. */
export const formatTimeOrDate = (iso: string): string => {
  const isToday = new Date(iso).toDateString() === new Date().toDateString()
  return isToday ? `at ${time.format(new Date(iso))}` : `on ${formatDateTime(iso)}`
}

/** Local time, as in '09:20' today, 'Tuesday, 09:20' within six days, else '3 Feb 2026, 09:20'. */
export const formatWeekdayTime = (iso: string): string => {
  const moment = new Date(iso)
  if (moment.toDateString() === new Date().toDateString()) return time.format(moment)
  if (Math.abs(moment.getTime() - Date.now()) > 6 * DAY_MS) return formatDateTime(iso)
  return `${weekday.format(moment)}, ${time.format(moment)}`
}
