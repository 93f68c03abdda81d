/** What the people next door ask; an empty list is not shown. */
export const neighbours = [
  {
    title: 'The party wall',
    text: 'Before work on a shared wall, the owner who builds gives two months’ notice; before a dig close by and deeper than next door’s footings, one. A neighbour has 14 days to agree, and silence counts as no. Surveyors then write an award: what is built, how and when. The owner who builds nearly always pays them.',
  },
  {
    title: 'Hours',
    text: 'Most boroughs allow noise on weekdays from 8 to 6 and on Saturday mornings, never on Sundays and bank holidays. The dig and any breaking out are loud.',
  },
  {
    title: 'Dust',
    text: 'Boroughs point to the Mayor’s guidance on dust from building sites. Ask us how yours is kept down, and where the lorries will stand.',
  },
  {
    title: 'Readings',
    text: 'A surveyor photographs the rooms next door first. Targets on the wall are read before, during and after the dig, against limits that engineer and surveyors set for that house.',
  },
]
