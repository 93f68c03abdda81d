/** SAMPLES: replace them with testimonials you may print. */
export const featuredTestimonials = [
  {
    name: 'Priya N.',
    location: 'Islington',
    text: 'They explained every bay before they opened it, and the party-wall surveyor never once had to ring me. We now have a kitchen where there used to be a coal hole.',
  },
  {
    name: 'Tom and Ruth A.',
    location: 'Hampstead',
    text: 'The dig took as long as they said it would. The street was swept each evening, and our neighbours are still speaking to us.',
  },
  {
    name: 'Marcus B.',
    location: 'Clerkenwell',
    text: 'We had three opinions about the crack in our flank wall. Theirs came with a trial pit and a drawing, and the wall has not moved since.',
  },
] as const
