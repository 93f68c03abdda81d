import { site } from './site'

/** Empty texts aren't shown. */
export const contactPromise = {
  who: `Answered by our founder, ${site.founder.name}.`,
  next: 'We’ll reply by email, or call if you prefer. If we can help, you’ll get a written quotation.',
}
