import type { ProjectDetails } from '@/domain/project'
import { mayfairBasementPictures } from '../pictures/mayfair-basement'

/** The part of the project that only its own page shows. */
export const details: ProjectDetails = {
  description: [
    'The house is one of a stucco-fronted terrace, with a neighbour on either side, so the first question was ' +
      'what its walls stand on. Trial pits dug by hand at the front wall exposed a stepped brick footing, and the ' +
      'levels they gave us set the depth of every pin that followed. With the hoarding up and the front lightwell ' +
      'opened, all the spoil left through that one gap, on a conveyor and straight into a skip at the kerb.',
    'The party walls went down in two lifts. First-lift pins were cast hit-and-miss, in short bays that are never ' +
      'open side by side. The house was then dug to first basement level and its ground-floor steels landed on ' +
      'padstones across the party walls. Only then did the second lift go in below, taking the pins down into the ' +
      'London clay, again in short bays, while two levels of cross-props and walers held them apart for the rest of ' +
      'the dig.',
    'From there the work turned round and came back up: a base slab pumped in one continuous pour, reinforced ' +
      'liner walls, an intermediate slab back-propped while it cured, and a pool tank formed in the lower slab. ' +
      'Cavity-drain membrane lines the walls and floor and falls to a pumped sump. The upper level now holds a ' +
      'cinema and a gym, the lower one a pool hall, and the street front looks as it always did.',
  ].join('\n\n'),
  services: [
    'Trial pits and ground investigation',
    'Underpinning in two lifts',
    'Temporary works and propping',
    'Excavation and spoil removal',
    'Structural steelwork',
    'Reinforced-concrete basement and pool tank',
    'Cavity-drain waterproofing',
  ],
  images: mayfairBasementPictures,
}
