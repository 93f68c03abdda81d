export const services = [
  {
    name: 'Basement conversions',
    text: 'New rooms dug beneath your house, dry and finished to a standard fit-out.',
  },
  {
    name: 'Underpinning',
    text: 'Mass-concrete pins cast in short bays and an agreed sequence, so the building never loses its support.',
  },
  {
    name: 'Excavation and temporary works',
    text: 'Bulk and reduced-level digs, propped to an engineer’s design, with spoil taken out by conveyor or dumper.',
  },
  {
    name: 'Piling and retaining walls',
    text: 'Bored pile walls, capping beams and reinforced concrete that hold back a street, a garden or a neighbour.',
  },
  {
    name: 'Below-ground drainage',
    text: 'Drains traced, diverted and relaid on proper beds, with sumps and pumps where gravity won’t do.',
  },
  {
    name: 'Waterproofing',
    text: 'Cavity-drain membrane, perimeter channels and pumped sumps, tested before a lining hides them.',
  },
] as const
