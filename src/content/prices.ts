import type { PriceList } from '@/domain/price-guide'

/**
 * From London prices published in November 2026. Weeks by area and London's cellar rates (1.25 times the national ones)
 * are assumptions. Null hides the price guide.
 */
export const prices: PriceList | null = {
  work: {
    convert: {
      name: 'Convert a cellar',
      squareMetre: [1_500, 2_800],
      engineer: [1_500, 3_000],
      engineerShare: [0, 0],
      groundSurvey: [0, 0],
      planning: [0, 548],
      partyWall: [0, 1_000],
      monitoring: [0, 0],
      weeksBefore: [4, 12],
      weeks: [2, 8],
      weeksPer100: [10, 15],
    },
    lower: {
      name: 'Lower a cellar floor',
      squareMetre: [2_500, 5_000],
      engineer: [3_000, 6_000],
      engineerShare: [0, 0],
      groundSurvey: [0, 2_000],
      planning: [0, 548],
      partyWall: [1_500, 5_000],
      monitoring: [1_700, 5_800],
      weeksBefore: [17, 26],
      weeks: [8, 14],
      weeksPer100: [10, 20],
    },
    dig: {
      name: 'Dig a new basement',
      squareMetre: [4_500, 7_500],
      engineer: [3_000, 6_000],
      engineerShare: [1, 3],
      groundSurvey: [2_000, 15_000],
      planning: [548, 548],
      partyWall: [1_500, 5_000],
      monitoring: [2_300, 7_000],
      weeksBefore: [17, 26],
      weeks: [12, 24],
      weeksPer100: [15, 25],
    },
  },
  houses: {
    terrace: { name: 'Terraced', neighbours: [2, 3] },
    semi: { name: 'Semi-detached', neighbours: [1, 2] },
    detached: { name: 'Detached', neighbours: [0, 2] },
  },
  buildingControl: [750, 1_500],
  drainSurvey: [150, 400],
  vat: 20,
  source:
    'A guide, not a quote, based on published London prices (November 2026). Weeks on site and the uplift for cellars are our assumptions.',
  notes: [
    [
      'Included',
      'all work to a standard fit-out; engineer, surveys, monitoring, planning and building control fees; all party wall surveyors.',
    ],
    ['Not included', 'architect, lightwell, moving out, parking.'],
    ['What affects the price', 'ground, water, how spoil gets out, neighbours who dissent, fit-out.'],
  ],
}
