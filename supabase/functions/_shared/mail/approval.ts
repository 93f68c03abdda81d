import type { Settings } from '../env.ts'
import type { Mail } from '../mailer.ts'
import { htmlLines, page } from './layout.ts'

/** An administrator's own words to a reviewer, as text; answering it goes to the company. */
export function approvalMail(recipient: string, subject: string, message: string, settings: Settings): Mail {
  const { company } = settings
  return {
    to: recipient,
    replyTo: { name: company.name, address: company.email },
    subject,
    text: `${message}\n`,
    html: page(subject, `<p style="margin:0 0 24px">${htmlLines(message)}</p>`, settings),
  }
}
