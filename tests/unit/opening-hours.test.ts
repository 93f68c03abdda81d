import { describe, expect, it } from 'vitest'
import { bankHolidays } from '@/content/bank-holidays'
import { getClosingTime } from '@/domain/opening-hours'

const hours = [
  { opening: { dayOfWeek: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'], opens: '08:00', closes: '18:00' } },
  { opening: { dayOfWeek: ['Saturday'], opens: '09:00', closes: '13:00' } },
]
const at = (time: string) => getClosingTime(new Date(time), hours, bankHolidays)

describe('office closing time', () => {
  it.each([
    ['a weekday just after opening', '2026-11-26T08:00:00Z', '6 pm'],
    ['a weekday just before opening', '2026-11-26T07:59:59Z', undefined],
    ['a weekday in the last second', '2026-11-26T17:59:59Z', '6 pm'],
    ['a weekday at closing time', '2026-11-26T18:00:00Z', undefined],
    ['a Saturday morning', '2026-11-28T09:00:00Z', '1 pm'],
    ['a Saturday before opening', '2026-11-28T08:59:00Z', undefined],
    ['a Saturday afternoon', '2026-11-28T13:00:00Z', undefined],
    ['a Sunday', '2026-11-29T11:00:00Z', undefined],
    ['a weekday at midnight', '2026-11-26T00:00:00Z', undefined],
    ['a bank holiday', '2027-03-29T11:00:00Z', undefined],
    ['Boxing Day on a Saturday', '2026-12-26T11:00:00Z', undefined],
    ['the day after a bank holiday', '2027-03-30T11:00:00Z', '6 pm'],
    ['a weekday in summer time at opening', '2026-07-01T07:00:00Z', '6 pm'],
    ['a weekday in summer time at closing', '2026-07-01T17:00:00Z', undefined],
    ['the Saturday before the clocks go forward', '2027-03-27T12:59:00Z', '1 pm'],
    ['the Monday after the clocks go back', '2026-10-26T17:59:00Z', '6 pm'],
    ['a Monday in Sydney, still Sunday in London', '2026-11-30T09:00:00+11:00', undefined],
    ['an evening in Sydney, morning in London', '2026-11-30T19:30:00+11:00', '6 pm'],
    ['a weekday after the last known bank holiday', '2031-06-04T11:00:00Z', '6 pm'],
  ])('the closing time is correct on %s', (_when, time, until) => {
    expect(at(time)).toBe(until)
  })

  it('the closing time shows minutes only when needed, and am or pm', () => {
    const until = (closes: string) => {
      const opening = { dayOfWeek: ['Thursday'], opens: '00:00', closes }
      return getClosingTime(new Date('2026-11-26T00:00:00Z'), [{ opening }], [])
    }
    expect(['17:30', '12:00', '11:05'].map(until)).toEqual(['5.30 pm', '12 pm', '11.05 am'])
  })
})

it('bank holidays are valid, sorted, unique dates and never Sundays', () => {
  expect(bankHolidays).toEqual([...new Set(bankHolidays)].sort())
  for (const day of bankHolidays) {
    expect(new Date(day).toISOString(), day).toBe(`${day}T00:00:00.000Z`)
    expect(new Date(day).getUTCDay(), day).not.toBe(0)
  }
})
