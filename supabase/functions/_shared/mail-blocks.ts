import { html } from 'hono/html'
import type { Settings } from './env.ts'
import type { Mail } from './mailer.ts'

/** Part of an email. A string is a paragraph. */
type Block =
  | string
  | { note: string }
  | { quote: string }
  | { facts: Readonly<Record<string, string>> }
  | { button: string; href: string; isSecondary?: boolean }
  | { card: { name: string; role: string; phone: string; email: string; url: string } }

type Content = { title: string; blocks: readonly Block[] }
type Sender = Pick<Settings, 'company' | 'siteUrl'>

// Long words must not widen an email.
const BREAKS = 'word-break:break-word;overflow-wrap:anywhere'
// White on this green has a contrast of 5.9:1.
const BUTTON =
  'display:inline-block;padding:12px 24px;border-radius:6px;background:#1a7a2b;color:#ffffff;font-weight:600;text-decoration:none'

export const urlHost = (url: string): string => new URL(url).host

const listFilled = (facts: Readonly<Record<string, string>>) =>
  Object.entries(facts).filter(([, value]) => value !== '')

const htmlLines = (text: string) => text.split('\n').map((line, index) => (index === 0 ? line : html`<br>${line}`))

const htmlBlock = (block: Block) => {
  if (typeof block === 'string') return html`<p style="margin:0 0 20px">${htmlLines(block)}</p>`
  if ('note' in block) return html`<p style="margin:0 0 20px;color:#5b6470;font-size:14px">${block.note}</p>`
  if ('quote' in block)
    return html`<blockquote style="margin:0 0 24px;padding:4px 0 4px 16px;border-left:4px solid #2cb53f">${htmlLines(block.quote)}</blockquote>`
  if ('facts' in block) {
    const rows = listFilled(block.facts).map(
      ([label, value]) =>
        html`<tr style="vertical-align:top"><td width="96" style="padding:4px 12px 4px 0;color:#5b6470">${label}</td><td style="padding:4px 0;${BREAKS}">${value}</td></tr>`,
    )
    return html`<table role="presentation" width="100%" style="table-layout:fixed;border-collapse:collapse;margin:0 0 20px">${rows}</table>`
  }
  if ('button' in block)
    return html`<p style="margin:0 0 20px"><a href="${block.href}" style="${block.isSecondary ? 'color:#1a7a2b' : BUTTON}">${block.button}</a></p>`
  const { name, role, phone, email, url } = block.card
  return html`<table role="presentation" width="100%" style="border-collapse:collapse;margin:0 0 24px;background:#10281a;color:#ffffff;border-radius:10px">
<tr><td style="padding:28px">
<p style="margin:0;font-size:24px;font-weight:700;line-height:1.25">${name}</p>
<p style="margin:4px 0 20px;color:#b9e6c0">${role}</p>
<p style="margin:0;line-height:1.8"><a href="tel:${phone.replace(/[^+\d]/g, '')}" style="color:#ffffff">${phone}</a><br><a href="mailto:${email}" style="color:#ffffff">${email}</a><br><a href="${url}" style="color:#ffffff">${urlHost(url)}</a></p>
</td></tr></table>`
}

const htmlPart = ({ title, blocks }: Content, { company, siteUrl }: Sender): string =>
  String(html`<!doctype html>
<html lang="en-GB">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light"><title>${title}</title></head>
<body style="margin:0;padding:24px 12px;background:#eef0f2;color:#1d232a;font:16px/1.55 Arial,Helvetica,sans-serif">
<table role="presentation" align="center" width="100%" style="max-width:600px;table-layout:fixed;border-collapse:collapse;background:#ffffff;border-top:6px solid #2cb53f">
<tr><td style="padding:28px 24px 8px;${BREAKS}"><p style="margin:0 0 4px;color:#5b6470;font-size:14px">${company.name}</p><h1 style="margin:0 0 20px;font-size:22px;line-height:1.3">${title}</h1>${blocks.map(htmlBlock)}</td></tr>
<tr><td style="padding:16px 24px 28px;color:#5b6470;font-size:13px;border-top:1px solid #e3e6ea">${company.name} · ${company.phone} · <a href="${siteUrl}" style="color:#1a7a2b">${urlHost(siteUrl)}</a></td></tr>
</table>
</body>
</html>
`)

const getVisibleTarget = (href: string): string =>
  href.startsWith('mailto:') ? decodeURIComponent(new URL(href).pathname) : href

const textBlock = (block: Block): string => {
  if (typeof block === 'string') return block
  if ('note' in block) return block.note
  // A visitor's lines must not pass for ours.
  if ('quote' in block) return block.quote.replace(/^/gm, '> ')
  if ('facts' in block)
    return listFilled(block.facts)
      .map(([label, value]) => `${label}: ${value}`)
      .join('\n')
  if ('button' in block) return `${block.button}: ${getVisibleTarget(block.href)}`
  const { name, role, phone, email, url } = block.card
  return `${name}\n${role}\n\nPhone: ${phone}\nEmail: ${email}\nWebsite: ${url}`
}

/** Writes an email as HTML and text. */
export const mail = ({ title, blocks, ...headers }: Omit<Mail, 'text' | 'html'> & Content, sender: Sender): Mail => ({
  ...headers,
  text: `${[title, ...blocks.map(textBlock)].join('\n\n')}\n`,
  html: htmlPart({ title, blocks }, sender),
})
