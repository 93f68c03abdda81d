import type { ProjectDetails } from '@/domain/project'
import { farringdonBasementPictures } from '../pictures/farringdon-basement'

/** The part of the project that only its own page shows. */
export const details: ProjectDetails = {
  description: [
    'A warehouse plot with neighbours hard against it on both sides leaves no room to batter back the sides of a ' +
      'dig. The walls of this basement had to be in the ground before the ground came out. The plot was cleared ' +
      'behind hoarding, a stone piling mat was laid and compacted to carry the rig, and contiguous piles were bored ' +
      'through the gravel into London clay by continuous flight auger, each with its cage lowered plumb into fresh ' +
      'concrete.',
    'With the ring of piles closed, their heads were trimmed and locked together by a reinforced capping beam. ' +
      'The first-stage dig stopped at prop level, keeping a bench for loading out, and went on only when the top ' +
      'props and corner braces were in and preloaded. A second level of props followed it down. Formation was ' +
      'reached seven metres down, with the piles carrying on beneath the dig.',
    'Foul and pumped drainage was laid on the blinding, the base-slab steel was fixed over it, and the slab was ' +
      'poured from the street by boom pump. Liner walls were cast against the piles, columns were brought up ' +
      'between them, and the lower props came out once the new structure could do their work. Plant now occupies ' +
      'the lower level, with offices over it, inside the piled box.',
  ].join('\n\n'),
  services: [
    'Site clearance and piling mat',
    'Contiguous bored piling',
    'Capping beam',
    'Staged excavation and propping',
    'Below-slab drainage',
    'Base slab, liner walls and columns',
  ],
  images: farringdonBasementPictures,
}
