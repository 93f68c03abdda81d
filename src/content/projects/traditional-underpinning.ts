import type { ProjectDetails } from '@/domain/project'
import { traditionalUnderpinningPictures } from '../pictures/traditional-underpinning'

/** The part of the project that only its own page shows. */
export const details: ProjectDetails = {
  description: [
    'Stepped cracks had opened up the flank wall of this three-storey end-of-terrace. Tell-tale gauges went ' +
      'across them first, because a wall that has stopped moving needs a bricklayer rather than an underpinner. The ' +
      'gauges said whether the wall was moving; a trial pit at its foot said why. The corbelled footing was ' +
      'shallow, and it was bearing on made ground.',
    'The remedy is the oldest one in the trade. Bays one metre wide were dug by hand beneath the footing, their ' +
      'sides sheeted and strutted, and cleaned down to firm gravel. Each was shuttered and filled with mass ' +
      'concrete in a single pour, stopped just short of the brickwork, and the gap was rammed with a dry-pack of ' +
      'sand and cement to pick up the load. The sequence ran round three walls with no two neighbouring bays ever ' +
      'open together, and the corner pin was returned along both walls so that the angle of the building was never ' +
      'undermined.',
    'With the last bay complete we cast a tie beam across beneath the ground floor, backfilled the working trench ' +
      'in compacted layers and turned to the brickwork above. Helical stainless bars bedded in the joints stitch ' +
      'each crack together. Then the joints were repointed and the pavement was put back, which is how good ' +
      'underpinning ends: with nothing to look at.',
  ].join('\n\n'),
  services: [
    'Crack monitoring',
    'Trial pits',
    'Mass-concrete underpinning in hand-dug bays',
    'Shoring and temporary works',
    'Tie beam beneath the ground floor',
    'Helical crack stitching and repointing',
    'Backfill and pavement reinstatement',
  ],
  images: traditionalUnderpinningPictures,
}
