import type { Settings } from '../env.ts'
import type { Mail } from '../mailer.ts'
import { button, escapeHtml, page } from './layout.ts'

const link = (href: string, label: string) =>
  `<a href="${escapeHtml(href)}" style="color:#1a7a2b">${escapeHtml(label)}</a>`

/** The business card for a recipient a visitor chose, so nothing in it but the card's own address comes from the visitor. */
export function businessCardMail(recipient: string, cardUrl: string, settings: Settings): Mail {
  const { company, siteUrl } = settings
  const title = `${company.founder}, ${company.name}`
  const tel = `tel:${company.phone.replace(/[^+\d]/g, '')}`
  const card = `<table role="presentation" width="100%" style="border-collapse:collapse;margin:0 0 24px;background:#10281a;color:#ffffff;border-radius:10px">
<tr><td style="padding:28px">
<p style="margin:0;font-size:24px;font-weight:700;line-height:1.25">${escapeHtml(company.founder)}</p>
<p style="margin:4px 0 20px;color:#b9e6c0">Founder &amp; CEO, ${escapeHtml(company.name)}</p>
<p style="margin:0;line-height:1.8"><a href="${escapeHtml(tel)}" style="color:#ffffff">${escapeHtml(company.phone)}</a><br><a href="mailto:${escapeHtml(company.email)}" style="color:#ffffff">${escapeHtml(company.email)}</a><br><a href="${escapeHtml(siteUrl)}" style="color:#ffffff">${escapeHtml(new URL(siteUrl).host)}</a></p>
</td></tr></table>`
  const closing = `<p style="margin:24px 0 20px;color:#5b6470;font-size:14px">Someone entered your address at ${link(siteUrl, new URL(siteUrl).host)} to share this card with you. We did not add it to any list.</p>`
  return {
    to: recipient,
    replyTo: { name: company.name, address: company.email },
    subject: `Business card: ${title}`,
    text: [
      `${company.founder}`,
      `Founder & CEO, ${company.name}`,
      '',
      `Phone: ${company.phone}`,
      `E-mail: ${company.email}`,
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
