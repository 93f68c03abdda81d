type Question = {
  question: string
  answer: string
  /** The section of the terms that it touches, by its id on that page. */
  terms?: string
}

/** What people ask before they ring; an empty list is not shown. */
export const questions: { title: string; list: readonly Question[] } = {
  title: 'Eight honest questions',
  list: [
    {
      question: 'Can we stay in the house?',
      answer:
        'Often, with a timber floor and a way out for the soil. With a concrete floor and soil carried through the rooms, plan to move out.',
      terms: 'obligations',
    },
    {
      question: 'Will the house crack?',
      answer:
        'Small cracks can happen. Short bays and weekly readings keep movement small; photographs taken first show which are new.',
      terms: 'warranties-and-liability',
    },
    {
      question: 'What about water?',
      answer:
        'A home must be dry, often by a drained cavity and a pump. Without a yearly service, its guarantee may lapse.',
      terms: 'warranties-and-liability',
    },
    {
      question: 'How long does it take?',
      answer:
        'Lining a room takes two to three weeks, a larger conversion 12 to 20, a new basement three to five months and its fit-out, after four to six months of design and planning.',
      terms: 'services',
    },
    {
      question: 'How noisy is it?',
      answer:
        'Digging is loud. Most boroughs allow it on weekdays from 8 to 6 and on Saturday mornings, never on Sundays.',
    },
    {
      question: 'Who pays for surprises?',
      answer:
        'You pay more only for changes agreed in writing, or what safety needs at once. A ground report and a drain survey keep them small.',
      terms: 'services',
    },
    {
      question: 'Do we need permission?',
      answer: 'For a new basement usually, inside an existing cellar usually not. Building control applies to both.',
      terms: 'obligations',
    },
    {
      question: 'What if next door is damaged?',
      answer:
        'A builder’s public liability pays only for negligence. Ask about cover that needs no fault, and tell your own insurer first.',
      terms: 'warranties-and-liability',
    },
  ],
}
