type Band = readonly [low: number, high: number]

/**
 * `squareMetre` includes ordinary fit-out. `engineerShare` is a percentage of it, which applies if it exceeds
 * `engineer`.
 */
type Work = { name: string } & Record<
  | 'squareMetre'
  | 'engineer'
  | 'engineerShare'
  | 'groundSurvey'
  | 'planning'
  | 'partyWall'
  | 'monitoring'
  | 'weeks'
  | 'weeksBefore'
  | 'weeksPer100',
  Band
>

/** High enough cellar, cellar with a lowered floor, or new storey. */
export type WorkKind = 'convert' | 'lower' | 'dig'
export type HouseKind = 'terrace' | 'semi' | 'detached'

/** Pounds without VAT. */
export type PriceList = {
  work: Readonly<Record<WorkKind, Work>>
  /** `neighbours` is the number of neighbours who must receive notice. */
  houses: Readonly<Record<HouseKind, { name: string; neighbours: Band }>>
  buildingControl: Band
  drainSurvey: Band
  /** In per cent. The planning fee has none. */
  vat: number
  source: string
  notes: readonly (readonly [heading: string, text: string])[]
}

const mapBand = (end: (side: 0 | 1) => number): Band => [end(0), end(1)]

/** Estimates the cost, to the nearest £1,000 with VAT, and the weeks on site. */
export const estimatePrice = (prices: PriceList, kind: WorkKind, house: HouseKind, squareMetres: number) => {
  const work = prices.work[kind]
  const pounds = mapBand((side) => {
    const floor = squareMetres * work.squareMetre[side]
    const neighbours = prices.houses[house].neighbours[side]
    const taxed =
      floor +
      Math.max(work.engineer[side], (floor * work.engineerShare[side]) / 100) +
      prices.buildingControl[side] +
      prices.drainSurvey[side] +
      work.groundSurvey[side] +
      neighbours * work.partyWall[side] +
      (neighbours > 0 ? work.monitoring[side] : 0)
    return Math.round((taxed * (1 + prices.vat / 100) + work.planning[side]) / 1000) * 1000
  })
  const weeks = mapBand((side) => Math.round(work.weeks[side] + (squareMetres * work.weeksPer100[side]) / 100))
  return { pounds, weeks }
}
