import type { ProjectDetails } from '@/domain/project'
import { hampsteadBasementPictures } from '../pictures/hampstead-basement'

/** The part of the project that only its own page shows. */
export const details: ProjectDetails = {
  description: [
    'The garden of this red-brick house climbs away from its rear wall, so a lower floor could only have daylight ' +
      'if the garden moved. The answer was two rooms in one dig: a basement beneath the rear of the house, and a ' +
      'courtyard sunk in front of it. Topsoil was stripped, the courtyard was set out with profiles and string ' +
      'lines from the rear wall, and the first metre came out by excavator, leaving along the side passage by ' +
      'dumper.',
    'Before the courtyard went any deeper, the rear wall was underpinned in short bays. Basement and courtyard ' +
      'then went down together, with the ground floor propped behind the new pins and the garden held back by ' +
      'trench sheets, walings and props. Needles carried the brickwork while a steel goalpost frame went in for the ' +
      'new opening. The retaining walls are tied into the courtyard slab and were poured by boom pump; behind them ' +
      'stand waterproofing, a free-draining gravel zone and a land drain, so that water never gets the chance to ' +
      'lean on the concrete.',
    'Below-slab drainage falls to a single chamber in the courtyard, and cavity-drain membrane lines the pins ' +
      'indoors. Bifold doors close a kitchen that runs level out to the paving. Brick planters line the walls, ' +
      'stone steps climb back to the garden, and daylight reaches well under the house.',
  ].join('\n\n'),
  services: [
    'Setting out and reduced-level dig',
    'Rear-wall underpinning',
    'Temporary support and propping',
    'Steel goalpost frame',
    'Reinforced-concrete retaining walls',
    'Waterproofing and below-slab drainage',
    'Courtyard paving, steps and planters',
  ],
  images: hampsteadBasementPictures,
}
