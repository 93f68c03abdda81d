/** SAMPLE: name your own house, with its weeks, or leave `text` empty. */
export const house = {
  sample: true,
  text: 'Sample house: a Mayfair terrace, 6.9 m deep, 48 weeks on site.',
}

/** In image order, five as in `dig.css`. `depth` is in metres below the street, `weeks` is for `house`. */
export const steps = [
  {
    name: 'Look',
    depth: '1.7',
    weeks: '1–3',
    nextDoor: 'a small pit and a photo survey.',
    signedOff: 'the engineer, for the design.',
  },
  {
    name: 'Hold',
    depth: '3.7',
    weeks: '4–10',
    nextDoor: 'breaking out; their wall is monitored.',
    signedOff: 'the engineer and building control.',
  },
  {
    name: 'Hold again',
    depth: '6.9',
    weeks: '11–18',
    nextDoor: 'the same, lower down.',
    signedOff: 'the engineer, once propped.',
  },
  {
    name: 'Dig',
    depth: '6.9',
    weeks: '19–24',
    nextDoor: 'the loudest weeks, with lorries removing soil.',
    signedOff: 'the engineer, based on the readings.',
  },
  {
    name: 'Line',
    depth: '6.9',
    weeks: '25–48',
    nextDoor: 'quieter trades and a second survey.',
    signedOff: 'building control, with a completion certificate.',
  },
]
