import { createHash } from 'node:crypto'
import { escapeHtml } from '../../functions/_shared/mails.ts'
import type { Mailbox, StoredMail } from './store.ts'

export const MAILBOX_STYLE = `
:root { color-scheme: light; --ink: #1d232a; --soft: #5b6470; --line: #dfe3e7; --green: #1a7a2b }
* { box-sizing: border-box }
body { margin: 0; height: 100vh; display: grid; grid-template: auto 1fr / minmax(0, 1fr); font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: #f4f5f6 }
header { display: flex; flex-wrap: wrap; gap: 8px 24px; align-items: center; padding: 12px 24px; background: #fff; border-bottom: 3px solid #2cb53f }
h1 { margin: 0 auto 0 0; font-size: 20px }
#count { display: inline-block; min-width: 1.8em; padding: 0 .5em; border-radius: 1em; background: var(--green); color: #fff; font-size: 14px; text-align: center }
form { display: flex; flex-wrap: wrap; gap: 8px; align-items: center } input { min-width: 0 }
input, button { font: inherit; padding: 5px 10px; border: 1px solid #8a939d; border-radius: 6px; background: #fff; color: inherit }
button { cursor: pointer } button:hover { background: #eef0f2 }
:focus-visible { outline: 3px solid #2cb53f; outline-offset: 2px }
main { min-height: 0; display: grid; grid-template-columns: minmax(240px, 360px) minmax(0, 1fr) }
nav { overflow: auto; border-right: 1px solid var(--line); background: #fff }
#nothing { padding: 24px; color: var(--soft) }
ol { list-style: none; margin: 0; padding: 0 }
li a { position: relative; display: block; padding: 12px 24px; border-bottom: 1px solid var(--line); color: inherit; text-decoration: none }
li a:hover { background: #f4f5f6 } li a[aria-current] { background: #e9f6eb; box-shadow: inset 4px 0 #2cb53f }
.subject { display: block; padding-right: 64px; font-weight: 600; overflow: hidden; overflow-wrap: anywhere } .to { color: var(--soft); overflow-wrap: anywhere }
li time { position: absolute; top: 13px; right: 24px; color: var(--soft); font-size: 13px }
article { overflow: auto; padding: 24px 32px; display: flex; flex-direction: column }
h2 { margin: 0 0 12px; font-size: 22px; overflow-wrap: anywhere }
dl { display: grid; grid-template-columns: auto 1fr; gap: 2px 16px; margin: 0 0 16px } dt { color: var(--soft) } dd { margin: 0; overflow-wrap: anywhere }
iframe { flex: 1 0 480px; width: 100%; border: 1px solid var(--line); border-radius: 8px; background: #fff }
details { margin-top: 16px } summary { cursor: pointer; color: var(--green) }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; padding: 16px; border: 1px solid var(--line); border-radius: 8px; background: #fff }
a { color: var(--green) }
@media (max-width: 720px) { body { height: auto } main { display: block } article { padding: 16px } nav { max-height: 40vh; border-right: 0 } }
`

export const MAILBOX_SCRIPT = `
setInterval(async () => {
  if (document.hidden) return
  const response = await fetch(location.href).catch(() => undefined)
  if (!response?.ok) return
  const fresh = new DOMParser().parseFromString(await response.text(), 'text/html')
  if (fresh.getElementById('mails').textContent !== document.getElementById('mails').textContent) location.reload()
}, 2000)
`

// Without the punctuation of a sentence that ends with it.
const URL_IN_TEXT = /(https?:\/\/[^\s<>"]*[^\s<>".,;:)])/

const linked = (text: string): string =>
  text
    .split(URL_IN_TEXT)
    .map(escapeHtml)
    .map((part, index) => (index % 2 === 0 ? part : `<a href="${part}">${part}</a>`))
    .join('')

const time = (iso: string): string => `<time datetime="${iso}">${new Date(iso).toLocaleTimeString('en-GB')}</time>`

const listItem = (mail: StoredMail, open: StoredMail | undefined, query: string): string => `
<li><a href="/__mail/${mail.id}${query}"${mail.id === open?.id ? ' aria-current="true"' : ''}>
<span class="subject">${escapeHtml(mail.subject || '(no subject)')}</span>
<span class="to">to ${escapeHtml(mail.to.join(', '))}</span>${time(mail.receivedAt)}</a></li>`

const fact = (label: string, value: string): string => (value ? `<dt>${label}</dt><dd>${escapeHtml(value)}</dd>` : '')

const reading = (mail: StoredMail): string => `
<h2>${escapeHtml(mail.subject || '(no subject)')}</h2>
<dl>${fact('From', mail.from)}${fact('To', mail.to.join(', '))}${fact('Reply to', mail.replyTo)}${fact('Received', new Date(mail.receivedAt).toLocaleString('en-GB'))}</dl>
${mail.html ? `<iframe title="The email as designed" sandbox="allow-popups allow-popups-to-escape-sandbox" src="/__mail/${mail.id}/html"></iframe>` : ''}
<details${mail.html ? '' : ' open'}><summary>Plain text</summary><pre>${linked(mail.text)}</pre></details>`

/** The mailbox as a page: the list and one email. */
export const mailboxPage = (mails: readonly StoredMail[], open: StoredMail | undefined, to: string): string => {
  const query = to ? `?to=${encodeURIComponent(to)}` : ''
  const items = mails.map((mail) => listItem(mail, open, query)).join('')
  const nothing = to
    ? `No email to ${escapeHtml(to)} yet.`
    : 'No email yet. Whatever the site sends appears here and goes nowhere else.'
  return `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Mailbox (${mails.length})</title>
<link rel="icon" href="/favicon.svg">
<style>${MAILBOX_STYLE}</style>
</head>
<body>
<header>
<h1>Mailbox <span id="count">${mails.length}</span></h1>
<form action="/__mail"><label for="to">Recipient</label><input id="to" name="to" type="email" value="${escapeHtml(to)}" placeholder="all"><button>Filter</button></form>
<form action="/__mail/empty" method="post"><button>Empty the mailbox</button></form>
</header>
<main>
<nav aria-label="Emails"><ol id="mails">${items}</ol><p id="nothing"${mails.length > 0 ? ' hidden' : ''}>${nothing}</p></nav>
<article>${open ? reading(open) : ''}</article>
</main>
<script>${MAILBOX_SCRIPT}</script>
</body>
</html>
`
}

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

// The email is foreign HTML: no scripts, forms or requests, an opaque origin, framed by the mailbox only.
const MAIL_POLICY =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; img-src data:; style-src 'unsafe-inline'; frame-ancestors 'self'"
const PAGE_POLICY = [
  "default-src 'none'",
  `style-src ${hashOf(MAILBOX_STYLE)}`,
  `script-src ${hashOf(MAILBOX_SCRIPT)}`,
  "img-src 'self'; connect-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
].join('; ')

const html = (body: string, policy: string, frames: 'DENY' | 'SAMEORIGIN'): Response =>
  new Response(body, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'x-frame-options': frames,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    },
  })

// In the frame, a link that works once would be used up by a page without scripts.
const withLinksOutside = (mail: string): string => {
  const base = '<base target="_blank">'
  return /<head[^>]*>/i.test(mail) ? mail.replace(/<head[^>]*>/i, `$&${base}`) : base + mail
}

/** Serves `/__mail` and `/__mail/{id}` (pages), `/__mail/{id}/html` and `/__mail/api` (JSON, DELETE empties). */
export const createMailboxRoutes = (mailbox: Mailbox): ((request: Request) => Response) => {
  return (request) => {
    const url = new URL(request.url)
    const to = url.searchParams.get('to') ?? ''
    const [, id, part] = /^\/__mail\/(\d+)(\/html)?$/.exec(url.pathname) ?? []
    if (url.pathname === '/__mail/api') {
      if (request.method === 'DELETE') mailbox.clear()
      return Response.json(mailbox.list(to), { headers: { 'cache-control': 'no-store' } })
    }
    if (url.pathname === '/__mail/empty' && request.method === 'POST') {
      // A form on another page; other ports of this machine are "same-site".
      if (/^(?:cross|same)-site$/.test(request.headers.get('sec-fetch-site') ?? ''))
        return new Response('Refused', { status: 403 })
      mailbox.clear()
      return new Response(null, { status: 303, headers: { location: '/__mail' } })
    }
    if (part) return html(withLinksOutside(mailbox.find(Number(id))?.html ?? ''), MAIL_POLICY, 'SAMEORIGIN')
    if (id || /^\/__mail\/?$/.test(url.pathname)) {
      const mails = mailbox.list(to)
      return html(mailboxPage(mails, id ? mailbox.find(Number(id)) : mails[0], to), PAGE_POLICY, 'DENY')
    }
    return new Response('Not found', { status: 404 })
  }
}
