import { describe, expect, it } from 'vitest'
import { prices } from '@/content/prices'
import { estimatePrice, type HouseKind, type PriceList, type WorkKind } from '@/domain/price-guide'

const list = prices as PriceList
const without = { ...list, vat: 0 }
const thousands = ([low, high]: readonly [number, number]) => `${low / 1000}–${high / 1000}`

describe('price guide', () => {
  // From the research: thousands of pounds without VAT, then weeks on site.
  it.each<[WorkKind, number, ...string[]]>([
    ['convert', 25, '40–78', '40–77', '40–77', '5–12'],
    ['convert', 40, '62–120', '62–119', '62–119', '6–14'],
    ['convert', 60, '92–176', '92–175', '92–175', '8–17'],
    ['convert', 80, '122–232', '122–231', '122–231', '10–20'],
    ['lower', 25, '71–156', '70–151', '66–151', '11–19'],
    ['lower', 40, '109–231', '107–226', '104–226', '12–22'],
    ['lower', 60, '159–331', '157–326', '154–326', '14–26'],
    ['lower', 80, '209–431', '207–426', '204–426', '16–30'],
    ['dig', 25, '124–233', '123–228', '119–228', '16–30'],
    ['dig', 40, '192–348', '190–343', '186–343', '18–34'],
    ['dig', 60, '282–503', '280–498', '276–498', '21–39'],
    ['dig', 80, '372–657', '371–652', '367–652', '24–44'],
  ])('the price guide for %s of %i m² matches the researched prices', (work, area, ...expected) => {
    const houses: HouseKind[] = ['terrace', 'semi', 'detached']
    const guides = houses.map((house) => estimatePrice(without, work, house, area))
    expect([...guides.map(({ pounds }) => thousands(pounds)), guides[0]?.weeks.join('–')]).toEqual(expected)
    expect(new Set(guides.map(({ weeks }) => weeks.join())).size, 'the house changes no weeks').toBe(1)
  })

  it('the price guide adds VAT to everything except the planning fee', () => {
    expect(thousands(estimatePrice(list, 'dig', 'terrace', 40).pounds)).toBe('230–418')
    const dear = { ...list.work.dig, planning: [100_000, 0] as const }
    const taxed = { ...list, work: { ...list.work, dig: dear } }
    expect(thousands(estimatePrice(taxed, 'dig', 'terrace', 40).pounds)).toBe('329–417')
  })
})
