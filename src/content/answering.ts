import { site } from './site'

/** Who answers visitors, and what happens then, in the contact section. What is empty is not shown. */
export const contactPromise = {
  who: `Answered by our founder, ${site.founder.name}.`,
  next: 'We’ll reply by email, or call if you prefer. If we can help, you’ll get a written quotation.',
}
