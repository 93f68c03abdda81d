import type { ProjectDetails } from '@/domain/project'
import { felthamBasementPictures } from '../pictures/feltham-basement'

/** The part of the project that only its own page shows. */
export const details: ProjectDetails = {
  description: [
    'A suburban semi on shallow footings, with an old concrete drive in front. The first job was not the walls ' +
      'but the drain. It was traced and levelled along the side path before the basement was given its place, ' +
      'because a pipe that has to keep falling settles more levels on a site than any wall does.',
    'Pins were then cast beneath all the walls and the basement dug out from under the floor by mini-excavator, ' +
      'with a conveyor lifting the spoil to a skip at the front. A reinforced-concrete box was cast inside the line ' +
      'of the pins, with a lightwell at the front of the house to bring daylight down to the new room.',
    'New foul and surface-water runs were laid on a granular bed and brought to a ring chamber in the drive. The ' +
      'drive itself was relaid in block paving with a channel drain. Stone copings and glass guarding finish the ' +
      'lightwell, the only sign from the street that the house has another floor.',
  ].join('\n\n'),
  services: [
    'Drain survey',
    'Underpinning',
    'Basement excavation',
    'Reinforced-concrete box and lightwell',
    'Foul and surface-water drainage',
    'Block-paved driveway',
  ],
  images: felthamBasementPictures,
}
