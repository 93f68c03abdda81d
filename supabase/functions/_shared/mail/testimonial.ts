import type { Settings } from '../env.ts'
import type { Mail } from '../mailer.ts'
import { button, factLines, factRows, htmlLines, page } from './layout.ts'

type Testimonial = { name: string; location: string; text: string; rating: number; email: string; source: string }

/** Tells the owner about a new testimonial and where to moderate it. */
export function testimonialMail(testimonial: Testimonial, link: string, settings: Settings): Mail {
  const { name, location, text, rating, email, source } = testimonial
  const title = `New testimonial from ${name}`
  const facts = [
    ['Name', name],
    ['Location', location],
    ['Rating', `${'★'.repeat(rating)}${'☆'.repeat(5 - rating)} (${rating} of 5)`],
    ['E-mail', email],
    ['Source', source],
  ] as const
  const quote = `<blockquote style="margin:0 0 24px;padding:4px 0 4px 16px;border-left:4px solid #2cb53f">${htmlLines(text)}</blockquote>`
  const note = '<p style="margin:20px 0">It is not on the website until you approve it.</p>'
  return {
    to: settings.mailTo,
    replyTo: { name, address: email },
    subject: title,
    // The link comes first and the visitor's lines are marked, so that none of them can pass for ours.
    text: `${title}\n\nIt is not on the website until you approve it:\n${link}\n\n${factLines(facts)}\n\n${text.replace(/^/gm, '> ')}\n`,
    html: page(title, `${factRows(facts)}${quote}${button('Review this testimonial', link)}${note}`, settings),
  }
}
