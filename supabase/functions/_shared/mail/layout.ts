import type { Settings } from '../env.ts'

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Text that is safe between tags and inside quoted attributes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')

/** Escaped text whose line breaks stay visible. */
export const htmlLines = (text: string): string => escapeHtml(text).replaceAll('\n', '<br>')

/** A link that looks like a button. White on the dark green reads at 5.9:1. */
export const button = (label: string, href: string): string =>
  `<a href="${escapeHtml(href)}" style="display:inline-block;padding:12px 24px;border-radius:6px;background:#1a7a2b;color:#ffffff;font-weight:600;text-decoration:none">${escapeHtml(label)}</a>`

/** Rows of label and value; rows without a value are left out. */
export const factRows = (facts: readonly (readonly [label: string, value: string])[]): string => {
  const rows = facts
    .filter(([, value]) => value !== '')
    .map(
      ([label, value]) =>
        `<tr><td style="padding:4px 16px 4px 0;color:#5b6470;vertical-align:top;white-space:nowrap">${escapeHtml(label)}</td><td style="padding:4px 0">${htmlLines(value)}</td></tr>`,
    )
  return `<table role="presentation" style="border-collapse:collapse;margin:0 0 20px">${rows.join('')}</table>`
}

/** The same rows as plain text. */
export const factLines = (facts: readonly (readonly [label: string, value: string])[]): string =>
  facts
    .filter(([, value]) => value !== '')
    .map(([label, value]) => `${label}: ${value}`)
    .join('\n')

/** The frame of every e-mail; `content` is HTML. */
export const page = (
  title: string,
  content: string,
  { company, siteUrl }: Pick<Settings, 'company' | 'siteUrl'>,
): string =>
  `<!doctype html>
<html lang="en-GB">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title></head>
<body style="margin:0;padding:24px 12px;background:#eef0f2;color:#1d232a;font:16px/1.55 Arial,Helvetica,sans-serif">
<table role="presentation" align="center" width="100%" style="max-width:600px;border-collapse:collapse;background:#ffffff;border-top:6px solid #2cb53f">
<tr><td style="padding:28px 32px 8px"><p style="margin:0 0 4px;color:#5b6470;font-size:14px">${escapeHtml(company.name)}</p><h1 style="margin:0 0 20px;font-size:22px;line-height:1.3">${escapeHtml(title)}</h1>${content}</td></tr>
<tr><td style="padding:16px 32px 28px;color:#5b6470;font-size:13px;border-top:1px solid #e3e6ea">${escapeHtml(company.name)} · ${escapeHtml(company.phone)} · <a href="${escapeHtml(siteUrl)}" style="color:#1a7a2b">${escapeHtml(new URL(siteUrl).host)}</a></td></tr>
</table>
</body>
</html>
`
