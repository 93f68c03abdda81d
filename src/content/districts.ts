import type { District, ProjectCard } from '@/domain/project'

export const districts: readonly District[] = [
  ['Barnes', 294, 456],
  ['Battersea', 408, 471],
  ['Bayswater', 360, 362],
  ['Belgravia', 412, 406],
  ['Bermondsey', 566, 410],
  ['Blackheath', 661, 472],
  ['Bloomsbury', 466, 326],
  ['Brixton', 484, 500],
  ['Bromley', 656, 600],
  ['Camden', 436, 282],
  ['Chelsea', 388, 434],
  ['Chiswick', 270, 412],
  ['Clapham', 446, 498],
  ['Clerkenwell', 505, 324],
  ['Croydon', 503, 666],
  ['Dulwich', 528, 531],
  ['Ealing', 214, 363],
  ['Enfield', 525, 68],
  ['Feltham', 105, 498],
  ['Fulham', 346, 452],
  ['Greenwich', 646, 446],
  ['Hackney', 579, 280],
  ['Hammersmith', 308, 412],
  ['Hampstead', 382, 250],
  ['Harrow', 189, 221],
  ['Highgate', 433, 216],
  ['Islington', 507, 288],
  ['Kensington', 352, 396],
  ['Kew', 242, 436],
  ['Kingston', 240, 586],
  ['Marylebone', 406, 334],
  ['Mayfair', 421, 366],
  ['Notting Hill', 334, 364],
  ['Peckham', 561, 466],
  ['Putney', 325, 490],
  ['Richmond', 226, 488],
  ['Romford', 848, 238],
  ['Stoke Newington', 546, 236],
  ['Twickenham', 184, 501],
  ['Walthamstow', 618, 192],
  ['Wandsworth', 366, 509],
  ['Wimbledon', 344, 568],
]

/** Adds a pin, by default for the start of the location, as in "Barnes, London". */
export const withPin = (card: ProjectCard): ProjectCard => {
  const { district = card.location.split(/,| \(/)[0] } = card
  const pin = districts.find(([name]) => name === district)
  return pin ? { ...card, pin } : card
}
