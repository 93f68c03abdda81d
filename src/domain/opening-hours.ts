type Hours = readonly { opening: { dayOfWeek: readonly string[]; opens: string; closes: string } }[]

const timeZone = 'Europe/London'

/** As in '6 pm' or '5.30 pm'. */
const formatTime = (time: string): string => {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return `${hour % 12 || 12}${minute ? `.${String(minute).padStart(2, '0')}` : ''} ${hour < 12 ? 'am' : 'pm'}`
}

/** Returns the closing time, for example '6 pm', or undefined if closed. */
export const getClosingTime = (now: Date, hours: Hours, holidays: readonly string[]): string | undefined => {
  // Swedish dates are as in 2026-12-24 17:59:00.
  const [date = '', time = ''] = now.toLocaleString('sv', { timeZone }).split(' ')
  if (holidays.includes(date)) return undefined
  const today = now.toLocaleDateString('en-GB', { timeZone, weekday: 'long' })
  const open = hours.find(
    ({ opening }) => opening.dayOfWeek.includes(today) && opening.opens <= time && time < opening.closes,
  )
  return open && formatTime(open.opening.closes)
}
