/** The low and the high end. */
export type Band = readonly [low: number, high: number]

type Work = {
  name: string
  /** Finished, with ordinary fit-out. */
  squareMetre: Band
  /** At least; a share of the floor's price, in per cent, where that is more. */
  engineer: Band
  engineerShare: Band
  groundSurvey: Band
  planning: Band
  /** For each neighbour. */
  partyWall: Band
  monitoring: Band
  weeksBefore: Band
  weeks: Band
  weeksPer100: Band
}

type House = {
  name: string
  /** Neighbours who must have notice. */
  neighbours: Band
}

export type WorkKind = 'convert' | 'lower' | 'dig'
export type HouseKind = 'terrace' | 'semi' | 'detached'

/** Pounds without VAT. */
export type PriceList = {
  work: Readonly<Record<WorkKind, Work>>
  houses: Readonly<Record<HouseKind, House>>
  buildingControl: Band
  drainSurvey: Band
  /** In per cent. The planning fee has none. */
  vat: number
  source: string
  notes: readonly (readonly [heading: string, text: string])[]
}

const both = (end: (side: 0 | 1) => number): Band => [end(0), end(1)]

/** What a basement costs, to the nearest thousand pounds with VAT, and how many weeks it takes on site. */
export const priceGuide = (prices: PriceList, kind: WorkKind, house: HouseKind, squareMetres: number) => {
  const work = prices.work[kind]
  const pounds = both((side) => {
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
  const weeks = both((side) => Math.round(work.weeks[side] + (squareMetres * work.weeksPer100[side]) / 100))
  return { pounds, weeks }
}
