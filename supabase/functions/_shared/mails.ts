import type { Tables } from './contract/database.types.ts'
import type { SendEmailTo } from './contract/enquiry.ts'
import { TESTIMONIALS_PATH, withdrawalLink } from './contract/invitation.ts'
import type { SubmitTestimonial } from './contract/review.ts'
import type { Settings } from './env.ts'
import { mail, urlHost } from './mail-blocks.ts'
import type { Mail } from './mailer.ts'

type Testimonial = Omit<SubmitTestimonial, 'caughtAsSpam'> & { verified: boolean }

/** Writes the owner's notification of a new testimonial. */
export const testimonialMail = (testimonial: Testimonial, link: string, settings: Settings): Mail => {
  const { name, location, text, rating, email, source, verified } = testimonial
  const title = `New testimonial from ${name}`
  const facts = {
    Name: name,
    Location: location,
    Rating: `${'★'.repeat(rating)}${'☆'.repeat(5 - rating)} (${rating} of 5)`,
    Email: email,
    Source: source,
    'Verified customer': verified ? 'Yes, sent using your invitation link' : '',
  }
  const note = `You’re receiving this because testimonials sent through ${urlHost(settings.siteUrl)} go to ${settings.mailTo}.`
  const blocks = [
    'It won’t appear on the website until you approve it.',
    // Must precede the visitor's message, so that no link in it can pass for this one.
    { button: 'Review this testimonial', href: link },
    { quote: text },
    { facts },
    { note },
  ]
  return mail({ to: settings.mailTo, replyTo: { name, address: email }, subject: title, title, blocks }, settings)
}

/** Writes a visitor's enquiry. Replies go to the visitor. */
export const enquiryMail = (enquiry: Tables<'enquiries'>, settings: Settings): Mail => {
  const { id, name, email, phone, subject: topic, message, source, photos } = enquiry
  const subject = topic ? `Enquiry: ${topic}` : `Enquiry from ${name}`
  const reply = `mailto:${encodeURIComponent(email).replace('%40', '@')}?subject=${encodeURIComponent(`Re: ${subject}`)}`
  const count = Array.isArray(photos) ? photos.length : 0
  const attached = count > 0 ? `${count} photo${count === 1 ? '' : 's'}` : ''
  const facts = { Name: name, Email: email, Phone: phone, Subject: topic, Photos: attached, 'Sent from': source }
  const note = `You’re receiving this because enquiries sent through ${urlHost(settings.siteUrl)} go to ${settings.mailTo}.`
  const blocks = [
    // Must precede the visitor's message, so that no link in it can pass for these.
    { button: 'Reply', href: reply },
    {
      button: 'Open in the dashboard',
      href: `${settings.siteUrl}/admin/dashboard?enquiry=${id}#enquiries`,
      isSecondary: true,
    },
    { quote: message },
    { facts },
    { note },
  ]
  const title = `New message from ${name}`
  return mail({ to: settings.mailTo, replyTo: { name, address: email }, subject, title, blocks }, settings)
}

/** Writes an administrator's HTML email to the company's mailbox. */
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

/** Writes the business card for a recipient whom a visitor chose. Only the card's URL comes from the visitor. */
export const businessCardMail = (recipient: string, cardUrl: string, settings: Settings): Mail => {
  const { founder: name, name: company, phone, email } = settings.company
  const card = { name, role: `Founder & CEO, ${company}`, phone, email, url: settings.siteUrl }
  const note = `Someone entered your email address at ${urlHost(settings.siteUrl)} to share this card with you. We haven’t added it to any mailing list.`
  const subject = `Business card: ${name}, ${company}`
  const blocks = [{ card }, { button: 'View the card online', href: cardUrl }, { note }]
  return mail({ to: recipient, subject, title: 'A business card for you', blocks }, settings)
}

// Scanners open links, so the page asks before it changes anything.
const authorsNotes = (token: string, { siteUrl }: Settings) => [
  {
    note: `You’re receiving this because you sent us a testimonial at ${urlHost(siteUrl)}. You can withdraw it here, or by replying to this email:`,
  },
  { button: 'Withdraw your review', href: withdrawalLink(siteUrl, token), isSecondary: true },
]

type ApprovalMail = { recipient: string; subject: string; message: string; token: string }

/** Writes an email to a reviewer, with a link to withdraw the review. Replies go to the company. */
export const approvalMail = ({ recipient, subject, message, token }: ApprovalMail, settings: Settings): Mail =>
  mail({ to: recipient, subject, title: subject, blocks: [message, ...authorsNotes(token, settings)] }, settings)

type ReplyMail = { name: string; email: string; text: string; reply: string; token: string }

/** Tells a reviewer about the company's public reply. Replies to the email go to the company. */
export const replyMail = ({ name, email, text, reply, token }: ReplyMail, settings: Settings): Mail => {
  const { company, siteUrl } = settings
  const title = 'We’ve replied to your review'
  const blocks = [
    `Dear ${name},`,
    'Thank you for your review. Our reply is now below it on our website:',
    { quote: reply },
    { button: 'Read it on our website', href: `${siteUrl}${TESTIMONIALS_PATH}` },
    'Your review:',
    { quote: text },
    `Kind regards,\n${company.name}`,
    ...authorsNotes(token, settings),
  ]
  return mail({ to: email, subject: `${company.name} has replied to your review`, title, blocks }, settings)
}

type WithdrawnReview = { name: string; location: string; email: string; text: string; was_published: boolean }

/** Tells the owner that an author has withdrawn a review. Replies go to the author. */
export const withdrawnMail = (review: WithdrawnReview, settings: Settings): Mail => {
  const { name, location, email, text, was_published: wasPublished } = review
  const title = `${name} has withdrawn their review`
  const blocks = [
    wasPublished
      ? 'It’s no longer on the website and can’t be restored.'
      : 'It was waiting for approval and can’t be restored.',
    { button: 'Open deleted reviews', href: `${settings.siteUrl}/admin/dashboard?section=reviews&tab=deleted&demo=0` },
    { quote: text },
    { facts: { Name: name, Location: location, Email: email } },
    { note: `You’re receiving this because notices from ${urlHost(settings.siteUrl)} go to ${settings.mailTo}.` },
  ]
  return mail({ to: settings.mailTo, replyTo: { name, address: email }, subject: title, title, blocks }, settings)
}

const longDay = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'Europe/London' })

type InvitationMail = { name: string; email: string; link: string; expires: Date }

/** Writes an invitation with a personal link. Replies go to the company. */
export const invitationMail = ({ name, email, link, expires }: InvitationMail, settings: Settings): Mail => {
  const { company } = settings
  const title = 'How did we do?'
  const blocks = [
    `Dear ${name},`,
    'Thank you for choosing us. Would you write a few words about how it went? Honest reviews help other homeowners decide, whatever you thought of our work.',
    { button: 'Write your review', href: link },
    `The link is personal to you and works once, until ${longDay.format(expires)}. We read every review before publishing it, and we never publish your email address.`,
    'You’re receiving this because we worked for you. If you’d rather we didn’t ask again, just reply and let us know.',
    `Kind regards,\n${company.founder}\n${company.name}`,
  ]
  return mail({ to: email, subject: `Would you leave ${company.name} a review?`, title, blocks }, settings)
}

/** Writes the notification that another administrator removed a second factor. */
export const factorRemovedMail = (recipient: string, settings: Settings): Mail => {
  const title = 'An authenticator app has been removed from your account'
  const signIn = `${settings.siteUrl}/admin/login`
  const note = `If you didn’t ask for this, reset your password straight away at ${signIn}?mode=forgot, and tell whoever runs the website.`
  const blocks = [
    `Another administrator has removed an authenticator app from the account ${recipient} at ${urlHost(settings.siteUrl)}. The account has been logged out on all devices.`,
    'Unless you have another one, only your password protects this account now. Sign in and set up a new authenticator app.',
    { button: 'Sign in', href: signIn },
    { note },
  ]
  return mail({ to: recipient, subject: title, title, blocks }, settings)
}
