import { site } from './site'

/** Who answers visitors, and what happens then, in the contact section. What is empty is not shown. */
export const answering = {
  who: `${site.founder.name}, our founder, answers.`,
  next: 'We read your message and reply by email, or ring you if you ask. If we can help, a written quotation follows.',
}
