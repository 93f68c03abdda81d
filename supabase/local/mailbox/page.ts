import { escapeHtml } from '../../functions/_shared/mails.ts'
import { MAILBOX_SCRIPT, MAILBOX_STYLE } from './page-assets.ts'
import type { StoredMail } from './store.ts'

const URLS = /https?:\/\/[^\s<>"]+/g

// Split first, escape each part after: an address may contain an ampersand.
const linked = (text: string): string => {
  let html = ''
  let end = 0
  for (const match of text.matchAll(URLS)) {
    const url = match[0].replace(/[.,;:)]+$/, '')
    html += `${escapeHtml(text.slice(end, match.index))}<a href="${escapeHtml(url)}">${escapeHtml(url)}</a>`
    end = match.index + url.length
  }
  return html + escapeHtml(text.slice(end))
}

const time = (iso: string): string => `<time datetime="${iso}">${new Date(iso).toLocaleTimeString('en-GB')}</time>`

const listItem = (mail: StoredMail, open: StoredMail | undefined, query: string): string => `
<li><a href="/__mail/${mail.id}${query}"${mail.id === open?.id ? ' aria-current="true"' : ''}>
<span class="subject">${escapeHtml(mail.subject || '(no subject)')}</span>
<span class="to">to ${escapeHtml(mail.to.join(', '))}</span>${time(mail.receivedAt)}</a></li>`

const fact = (label: string, value: string): string => (value ? `<dt>${label}</dt><dd>${escapeHtml(value)}</dd>` : '')

const reading = (mail: StoredMail): string => `
<h2>${escapeHtml(mail.subject || '(no subject)')}</h2>
<dl>${fact('From', mail.from)}${fact('To', mail.to.join(', '))}${fact('Reply to', mail.replyTo)}${fact('Received', new Date(mail.receivedAt).toLocaleString('en-GB'))}</dl>
${mail.html ? `<iframe title="The e-mail as designed" sandbox="allow-popups allow-popups-to-escape-sandbox" src="/__mail/${mail.id}/html"></iframe>` : ''}
<details${mail.html ? '' : ' open'}><summary>Plain text</summary><pre>${linked(mail.text)}</pre></details>`

/** The mailbox as a page: the list on the left, one e-mail on the right. Works without JavaScript, then without news. */
export function mailboxPage(mails: readonly StoredMail[], open: StoredMail | undefined, to: string): string {
  const query = to ? `?to=${encodeURIComponent(to)}` : ''
  const items = mails.map((mail) => listItem(mail, open, query)).join('')
  const nothing = to
    ? `No e-mail to ${escapeHtml(to)} yet.`
    : 'No e-mail yet. Whatever the site sends appears here and goes nowhere else.'
  return `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Mailbox (${mails.length})</title>
<style>${MAILBOX_STYLE}</style>
</head>
<body>
<header>
<h1>Mailbox <span id="count">${mails.length}</span></h1>
<form action="/__mail"><label for="to">Recipient</label><input id="to" name="to" type="email" value="${escapeHtml(to)}" placeholder="all"><button>Filter</button></form>
<form action="/__mail/empty" method="post"><button>Empty the mailbox</button></form>
</header>
<main>
<nav aria-label="E-mails"><ol id="mails">${items}</ol><p id="nothing"${mails.length > 0 ? ' hidden' : ''}>${nothing}</p></nav>
<article>${open ? reading(open) : ''}</article>
</main>
<script>${MAILBOX_SCRIPT}</script>
</body>
</html>
`
}
