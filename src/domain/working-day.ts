const timeZone = 'Europe/London'
const DAY_MS = 86_400_000

// Returns the London time as if it were UTC. Swedish dates are as in 2026-12-24 17:59:00.
const toLondonTime = (utc: number): number =>
  Date.parse(`${new Date(utc).toLocaleString('sv', { timeZone }).replace(' ', 'T')}Z`)

/**
 * Returns the moment since which one working day has passed in London, Monday to Friday without `holidays`
 * (YYYY-MM-DD).
 */
export const oneWorkingDayBefore = (now: Date, holidays: readonly string[]): Date => {
  const isWorkingDay = (london: number) => {
    const day = new Date(london)
    return day.getUTCDay() % 6 !== 0 && !holidays.includes(day.toISOString().slice(0, 10))
  }
  let london = toLondonTime(now.getTime())
  // On other days, time stands still.
  if (!isWorkingDay(london)) london -= london % DAY_MS
  do london -= DAY_MS
  while (!isWorkingDay(london))
  return new Date(london - (toLondonTime(london) - london))
}
