type Question = {
  question: string
  answer: string
  /** Id of a section on the terms page. */
  terms?: string
}

/** An empty list isn't shown. */
export const questions: { title: string; list: readonly Question[] } = {
  title: 'Eight honest answers',
  list: [
    {
      question: 'Can we stay in the house?',
      answer:
        'Often, if the floor is timber and the soil needn’t come through your rooms. Otherwise, plan to move out.',
      terms: 'obligations',
    },
    {
      question: 'Will the house crack?',
      answer:
        'Small cracks can happen. Short bays and weekly monitoring limit movement, and photos taken beforehand show which are new.',
      terms: 'warranties-and-liability',
    },
    {
      question: 'What about water?',
      answer:
        'Living space must be dry, often with a drained cavity and a pump. Without a yearly service, their guarantee may lapse.',
      terms: 'warranties-and-liability',
    },
    {
      question: 'How long does it take?',
      answer:
        'Lining a room takes two to three weeks, a larger conversion 12 to 20. A new basement takes three to five months plus fit-out, after four to six months of design and planning.',
      terms: 'services',
    },
    {
      question: 'How noisy is it?',
      answer:
        'Digging is loud. Most boroughs allow it on weekdays from 8 am to 6 pm and on Saturday mornings, never on Sundays.',
    },
    {
      question: 'Who pays for surprises?',
      answer:
        'You only pay extra for changes agreed in writing, or urgent safety work. A ground report and a drain survey keep surprises to a minimum.',
      terms: 'services',
    },
    {
      question: 'Do we need permission?',
      answer: 'Usually for a new basement, usually not inside an existing cellar. Building control applies to both.',
      terms: 'obligations',
    },
    {
      question: 'What if next door is damaged?',
      answer:
        'A builder’s public liability insurance only covers negligence. Ask about non-negligence cover, and tell your own insurer first.',
      terms: 'warranties-and-liability',
    },
  ],
}
