/** An empty list isn't shown. */
export const neighbours = [
  {
    title: 'The party wall',
    text: 'The owner doing the work gives two months’ notice before work on a shared wall, and one month’s before digging close by and deeper than next door’s footings. A neighbour has 14 days to consent. No reply counts as dissent. Surveyors then make an award that sets out what will be built, how and when. The owner doing the work nearly always pays their fees.',
  },
  {
    title: 'Hours',
    text: 'Most boroughs allow noisy work on weekdays from 8 am to 6 pm and on Saturday mornings, but never on Sundays or bank holidays. Digging and breaking out are the loudest parts.',
  },
  {
    title: 'Dust',
    text: 'London boroughs refer to the Mayor’s guidance on dust from construction sites. Ask us how we’ll control it, and where the lorries will wait.',
  },
  {
    title: 'Monitoring',
    text: 'A surveyor photographs the rooms next door before work starts. Survey targets on the wall are read before, during and after the dig, and compared with limits the engineer and surveyors have set for that house.',
  },
]
