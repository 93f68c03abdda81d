import type { Settings } from '../env.ts'
import type { Mail } from '../mailer.ts'
import { factLines, factRows, htmlLines, page } from './layout.ts'

type Enquiry = { name: string; email: string; phone: string; subject: string; message: string; source: string }

/** Brings a visitor's enquiry to the company; answering it goes to the visitor. */
export function enquiryMail(enquiry: Enquiry, settings: Settings): Mail {
  const { name, email, phone, subject, message, source } = enquiry
  const title = subject ? `Enquiry: ${subject}` : `Enquiry from ${name}`
  const facts = [
    ['Name', name],
    ['E-mail', email],
    ['Phone', phone],
    ['Sent from', source],
  ] as const
  return {
    to: settings.mailTo,
    replyTo: { name, address: email },
    subject: title,
    text: `${title}\n\n${factLines(facts)}\n\n${message}\n`,
    html: page(title, `${factRows(facts)}<p style="margin:0 0 24px">${htmlLines(message)}</p>`, settings),
  }
}

/** The administrator's test e-mail: their own HTML, to the company's own mailbox. */
export function testMail(
  test: { html: string; name: string; from: string; subject: string },
  settings: Settings,
): Mail {
  const text = test.html
    .replace(/<(style|script)\b.*?<\/\1>/gis, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return {
    to: settings.mailTo,
    replyTo: { name: test.name, address: test.from },
    subject: test.subject || `Test e-mail from ${settings.company.name}`,
    text,
    html: test.html,
  }
}
