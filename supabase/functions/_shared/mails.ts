import type { Tables } from './contract/database.types.ts'
import type { SendEmailTo } from './contract/enquiry.ts'
import type { SubmitTestimonial } from './contract/review.ts'
import type { Settings } from './env.ts'
import type { Mail } from './mailer.ts'

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Text that is safe between tags and inside quoted attributes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')

const htmlLines = (text: string): string => escapeHtml(text).replaceAll('\n', '<br>')

// What somebody typed never widens an email.
const BREAKS = 'word-break:break-word;overflow-wrap:anywhere'

const quoted = (text: string): string =>
  `<blockquote style="margin:0 0 24px;padding:4px 0 4px 16px;border-left:4px solid #2cb53f">${htmlLines(text)}</blockquote>`

// So that none of a visitor's lines can pass for ours.
const marked = (text: string): string => text.replace(/^/gm, '> ')

const note = (text: string): string => `<p style="margin:20px 0;color:#5b6470;font-size:14px">${escapeHtml(text)}</p>`

// A link that looks like a button. White on the dark green has a contrast of 5.9:1.
const button = (label: string, href: string): string =>
  `<a href="${escapeHtml(href)}" style="display:inline-block;padding:12px 24px;border-radius:6px;background:#1a7a2b;color:#ffffff;font-weight:600;text-decoration:none">${escapeHtml(label)}</a>`

const htmlParagraphs = (texts: readonly string[]): string =>
  texts.map((text) => `<p style="margin:0 0 20px">${htmlLines(text)}</p>`).join('')

type Facts = readonly (readonly [label: string, value: string])[]

const factRows = (facts: Facts): string => {
  const rows = facts
    .filter(([, value]) => value !== '')
    .map(
      ([label, value]) =>
        `<tr><td width="96" style="padding:4px 12px 4px 0;color:#5b6470;vertical-align:top">${escapeHtml(label)}</td><td style="padding:4px 0;${BREAKS}">${htmlLines(value)}</td></tr>`,
    )
  return `<table role="presentation" width="100%" style="table-layout:fixed;border-collapse:collapse;margin:0 0 20px">${rows.join('')}</table>`
}

const factLines = (facts: Facts): string =>
  facts
    .filter(([, value]) => value !== '')
    .map(([label, value]) => `${label}: ${value}`)
    .join('\n')

const page = (title: string, content: string, { company, siteUrl }: Pick<Settings, 'company' | 'siteUrl'>): string =>
  `<!doctype html>
<html lang="en-GB">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light"><title>${escapeHtml(title)}</title></head>
<body style="margin:0;padding:24px 12px;background:#eef0f2;color:#1d232a;font:16px/1.55 Arial,Helvetica,sans-serif">
<table role="presentation" align="center" width="100%" style="max-width:600px;table-layout:fixed;border-collapse:collapse;background:#ffffff;border-top:6px solid #2cb53f">
<tr><td style="padding:28px 24px 8px;${BREAKS}"><p style="margin:0 0 4px;color:#5b6470;font-size:14px">${escapeHtml(company.name)}</p><h1 style="margin:0 0 20px;font-size:22px;line-height:1.3">${escapeHtml(title)}</h1>${content}</td></tr>
<tr><td style="padding:16px 24px 28px;color:#5b6470;font-size:13px;border-top:1px solid #e3e6ea">${escapeHtml(company.name)} · ${escapeHtml(company.phone)} · <a href="${escapeHtml(siteUrl)}" style="color:#1a7a2b">${escapeHtml(new URL(siteUrl).host)}</a></td></tr>
</table>
</body>
</html>
`

type Testimonial = Omit<SubmitTestimonial, 'caughtAsSpam'> & { verified: boolean }

/** Tells the owner about a new testimonial and where to moderate it. */
export const testimonialMail = (testimonial: Testimonial, link: string, settings: Settings): Mail => {
  const { name, location, text, rating, email, source, verified } = testimonial
  const title = `New testimonial from ${name}`
  const facts = [
    ['Name', name],
    ['Location', location],
    ['Rating', `${'★'.repeat(rating)}${'☆'.repeat(5 - rating)} (${rating} of 5)`],
    ['Email', email],
    ['Source', source],
    ['Verified customer', verified ? 'Yes, sent through your invitation' : ''],
  ] as const
  const waits = 'It is not on the website until you approve it.'
  const why = `You get this because testimonials sent at ${new URL(settings.siteUrl).host} come to ${settings.mailTo}.`
  return {
    to: settings.mailTo,
    replyTo: { name, address: email },
    subject: title,
    // The link comes first, so that none in the visitor's lines can pass for it.
    text: `${title}\n\n${waits}\n${link}\n\n${marked(text)}\n\n${factLines(facts)}\n\n${why}\n`,
    html: page(
      title,
      `${quoted(text)}${button('Review this testimonial', link)}<p style="margin:20px 0">${waits}</p>${factRows(facts)}${note(why)}`,
      settings,
    ),
  }
}

/** Brings a visitor's enquiry to the company: who wrote what, then the ways to answer it. Replies go to the visitor. */
export const enquiryMail = (enquiry: Tables<'enquiries'>, settings: Settings): Mail => {
  const { name, email, phone, subject, message, source } = enquiry
  const title = subject ? `Enquiry: ${subject}` : `Enquiry from ${name}`
  const reply = `mailto:${encodeURIComponent(email).replace('%40', '@')}?subject=${encodeURIComponent(`Re: ${title}`)}`
  const dashboard = `${settings.siteUrl}/admin/dashboard`
  const why = `You get this because enquiries sent at ${new URL(settings.siteUrl).host} come to ${settings.mailTo}.`
  const facts = [
    ['Name', name],
    ['Email', email],
    ['Phone', phone],
    ['Subject', subject],
    ['Sent from', source],
  ] as const
  return {
    to: settings.mailTo,
    replyTo: { name, address: email },
    subject: title,
    text: `${name} writes:\n\n${marked(message)}\n\nReply to ${email}, or open the dashboard:\n${dashboard}\n\n${factLines(facts)}\n\n${why}\n`,
    html: page(
      `${name} writes`,
      `${quoted(message)}${button('Reply', reply)}<p style="margin:16px 0 20px"><a href="${escapeHtml(dashboard)}" style="color:#1a7a2b">Open in the dashboard</a></p>${factRows(facts)}${note(why)}`,
      settings,
    ),
  }
}

/** The administrator's test email: their own HTML, to the company's own mailbox. */
export const testMail = (test: SendEmailTo<'test'>, settings: Settings): Mail => {
  const text = test.html
    .replace(/<(style|script)\b.*?<\/\1>/gis, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return {
    to: settings.mailTo,
    replyTo: { name: test.name, address: test.from },
    subject: test.subject || `Test email from ${settings.company.name}`,
    text,
    html: test.html,
  }
}

/** The business card for a recipient a visitor chose: nothing in it but the card's own URL comes from the visitor. */
export const businessCardMail = (recipient: string, cardUrl: string, settings: Settings): Mail => {
  const { company, siteUrl } = settings
  const title = `${company.founder}, ${company.name}`
  const tel = `tel:${company.phone.replace(/[^+\d]/g, '')}`
  const card = `<table role="presentation" width="100%" style="border-collapse:collapse;margin:0 0 24px;background:#10281a;color:#ffffff;border-radius:10px">
<tr><td style="padding:28px">
<p style="margin:0;font-size:24px;font-weight:700;line-height:1.25">${escapeHtml(company.founder)}</p>
<p style="margin:4px 0 20px;color:#b9e6c0">Founder &amp; CEO, ${escapeHtml(company.name)}</p>
<p style="margin:0;line-height:1.8"><a href="${escapeHtml(tel)}" style="color:#ffffff">${escapeHtml(company.phone)}</a><br><a href="mailto:${escapeHtml(company.email)}" style="color:#ffffff">${escapeHtml(company.email)}</a><br><a href="${escapeHtml(siteUrl)}" style="color:#ffffff">${escapeHtml(new URL(siteUrl).host)}</a></p>
</td></tr></table>`
  const closing = `<p style="margin:24px 0 20px;color:#5b6470;font-size:14px">Someone entered your address at <a href="${escapeHtml(siteUrl)}" style="color:#1a7a2b">${escapeHtml(new URL(siteUrl).host)}</a> to share this card with you. We did not add it to any list.</p>`
  return {
    to: recipient,
    subject: `Business card: ${title}`,
    text: [
      company.founder,
      `Founder & CEO, ${company.name}`,
      '',
      `Phone: ${company.phone}`,
      `Email: ${company.email}`,
      `Website: ${siteUrl}`,
      '',
      `View the card: ${cardUrl}`,
      '',
      `Someone entered your address at ${siteUrl} to share this card with you. We did not add it to any list.`,
      '',
    ].join('\n'),
    html: page('A business card for you', `${card}${button('View the card online', cardUrl)}${closing}`, settings),
  }
}

/** An administrator's own words to a reviewer, as text; replies go to the company. */
export const approvalMail = (recipient: string, subject: string, message: string, settings: Settings): Mail => {
  const why = `You get this because you sent us a testimonial at ${new URL(settings.siteUrl).host}.`
  return {
    to: recipient,
    subject,
    text: `${message}\n\n${why}\n`,
    html: page(subject, `<p style="margin:0 0 24px">${htmlLines(message)}</p>${note(why)}`, settings),
  }
}

const longDay = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'Europe/London' })

type InvitationMail = { name: string; email: string; link: string; expires: Date }

/** Asks a customer for a review, by a link of their own; replies go to the company. */
export const invitationMail = ({ name, email, link, expires }: InvitationMail, settings: Settings): Mail => {
  const { company } = settings
  const title = 'Would you tell others how it went?'
  const opening = [
    `Dear ${name},`,
    'Thank you for working with us. Would you write a few words about it for other householders? They help them to decide, whatever you thought of our work.',
  ]
  const closing = [
    `The link is for you alone. It works once, until ${longDay.format(expires)}. We read every review before it appears on our website, and never publish an email address.`,
    'You get this email because we worked for you. If you would rather not be asked again, please reply and say so.',
    `Kind regards,\n${company.founder}\n${company.name}`,
  ]
  return {
    to: email,
    subject: `${title} ${company.name} asks for your review`,
    text: `${[...opening, `Write your review: ${link}`, ...closing].join('\n\n')}\n`,
    html: page(
      title,
      `${htmlParagraphs(opening)}<p style="margin:0 0 24px">${button('Write your review', link)}</p>${htmlParagraphs(closing)}`,
      settings,
    ),
  }
}

/** Tells somebody that another administrator has removed their second factor. */
export const factorRemovedMail = (recipient: string, settings: Settings): Mail => {
  const { siteUrl } = settings
  const title = 'A second factor of yours has been removed'
  const signIn = `${siteUrl}/admin/login`
  const paragraphs = [
    `Another administrator has removed a second factor of ${recipient} at ${new URL(siteUrl).host}, and this account has been signed out everywhere.`,
    'Unless you have another, only the password protects this account now: sign in, and set up a new second factor.',
  ]
  const warning = `You did not ask for it? Then choose a new password at once: open ${signIn}?mode=forgot, and tell whoever looks after the site.`
  return {
    to: recipient,
    subject: title,
    text: `${[...paragraphs, signIn, warning].join('\n\n')}\n`,
    html: page(title, `${htmlParagraphs(paragraphs)}${button('Sign in', signIn)}${note(warning)}`, settings),
  }
}
