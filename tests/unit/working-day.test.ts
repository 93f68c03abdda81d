import { expect, it } from 'vitest'
import { bankHolidays } from '@/content/bank-holidays'
import { oneWorkingDayBefore } from '@/domain/working-day'

it.each([
  ['a Wednesday', '2026-11-25T10:15:30Z', '2026-11-24T10:15:30Z'],
  ['a Monday', '2026-11-30T10:15:30Z', '2026-11-27T10:15:30Z'],
  ['a Saturday', '2026-11-28T22:00:00Z', '2026-11-27T00:00:00Z'],
  ['a Sunday', '2026-11-29T09:00:00Z', '2026-11-27T00:00:00Z'],
  ['the Tuesday after Easter', '2027-03-30T08:00:00Z', '2027-03-25T09:00:00Z'],
  ['Easter Monday', '2027-03-29T08:00:00Z', '2027-03-25T00:00:00Z'],
  ['the day after the Christmas holidays', '2026-12-29T12:00:00Z', '2026-12-24T12:00:00Z'],
  ['the Monday after the clocks go forward', '2026-03-30T08:30:00Z', '2026-03-27T09:30:00Z'],
  ['the Monday after the clocks go back', '2026-10-26T09:30:00Z', '2026-10-23T08:30:00Z'],
  ['a Sunday in New York, already Monday in London', '2026-07-05T19:30:00-04:00', '2026-07-02T23:30:00Z'],
])('one working day before %s begins on the last working day', (_, now, expected) => {
  expect(oneWorkingDayBefore(new Date(now), bankHolidays).toISOString()).toBe(expected.replace('Z', '.000Z'))
})
