import { createHash } from 'node:crypto'
import { Hono } from 'hono'
import { html, raw } from 'hono/html'
import type { Mailbox, StoredMail } from './store.ts'

const STYLE = `
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

const SCRIPT = `
setInterval(async () => {
  if (document.hidden) return
  const response = await fetch(location.href).catch(() => undefined)
  if (!response?.ok) return
  const fresh = new DOMParser().parseFromString(await response.text(), 'text/html')
  if (fresh.getElementById('mails').textContent !== document.getElementById('mails').textContent) location.reload()
}, 2000)
`

// Excludes a sentence's final punctuation.
const URL_IN_TEXT = /(https?:\/\/[^\s<>"]*[^\s<>".,;:)])/

const linkUrls = (text: string) =>
  text.split(URL_IN_TEXT).map((part, index) => (index % 2 === 0 ? part : html`<a href="${part}">${part}</a>`))

const getSubject = (mail: StoredMail): string => mail.subject || '(no subject)'

const listItem = (mail: StoredMail, isOpen: boolean, query: string) => html`
<li><a href="/__mail/${mail.id}${query}"${isOpen && html` aria-current="true"`}>
<span class="subject">${getSubject(mail)}</span>
<span class="to">To ${mail.to.join(', ')}</span><time datetime="${mail.receivedAt}">${new Date(mail.receivedAt).toLocaleTimeString('en-GB')}</time></a></li>`

const renderFact = (label: string, value: string) => value && html`<dt>${label}</dt><dd>${value}</dd>`

const renderMail = (mail: StoredMail) => html`
<h2>${getSubject(mail)}</h2>
<dl>${renderFact('From', mail.from)}${renderFact('To', mail.to.join(', '))}${renderFact('Reply to', mail.replyTo)}${renderFact('Received', new Date(mail.receivedAt).toLocaleString('en-GB'))}</dl>
${mail.html && html`<iframe title="HTML version" sandbox="allow-popups allow-popups-to-escape-sandbox" src="/__mail/${mail.id}/html"></iframe>`}
<details${!mail.html && html` open`}><summary>Plain text</summary><pre>${linkUrls(mail.text)}</pre></details>`

const mailboxPage = (mails: readonly StoredMail[], open: StoredMail | undefined, to: string) => {
  const query = to && `?to=${encodeURIComponent(to)}`
  const nothing = to
    ? `No emails to ${to} yet.`
    : 'No emails yet. Everything the site sends appears here and goes nowhere else.'
  return html`<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Mailbox (${mails.length})</title>
<link rel="icon" href="/favicon.svg">
<style>${raw(STYLE)}</style>
</head>
<body>
<header>
<h1>Mailbox <span id="count">${mails.length}</span></h1>
<form action="/__mail"><label for="to">Recipient</label><input id="to" name="to" type="email" value="${to}" placeholder="All"><button>Filter</button></form>
<form action="/__mail/empty" method="post"><button>Empty mailbox</button></form>
</header>
<main>
<nav aria-label="Emails"><ol id="mails">${mails.map((mail) => listItem(mail, mail === open, query))}</ol><p id="nothing"${mails.length > 0 && html` hidden`}>${nothing}</p></nav>
<article>${open && renderMail(open)}</article>
</main>
<script>${raw(SCRIPT)}</script>
</body>
</html>
`
}

const hashForPolicy = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

const headers = (policy: string, frames: 'DENY' | 'SAMEORIGIN') => ({
  'content-security-policy': policy,
  'x-frame-options': frames,
  'referrer-policy': 'no-referrer',
})
const PAGE_HEADERS = headers(
  [
    "default-src 'none'",
    `style-src ${hashForPolicy(STYLE)}`,
    `script-src ${hashForPolicy(SCRIPT)}`,
    "img-src 'self'; connect-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  ].join('; '),
  'DENY',
)
// Foreign HTML may not run scripts, send requests or be framed elsewhere.
const MAIL_HEADERS = headers(
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; img-src data:; style-src 'unsafe-inline'; frame-ancestors 'self'",
  'SAMEORIGIN',
)

// Pages in the frame have no scripts and would use up single-use links.
const withLinksOutside = (mail: string): string => {
  const base = '<base target="_blank">'
  return /<head[^>]*>/i.test(mail) ? mail.replace(/<head[^>]*>/i, `$&${base}`) : base + mail
}

/** Serves the mailbox and its JSON API. */
export const createMailboxRoutes = (mailbox: Mailbox) => {
  const app = new Hono({ strict: false })
  app.get('/__mail/api', (c) => c.json(mailbox.list(c.req.query('to'))))
  app.delete('/__mail/api', (c) => {
    mailbox.clear()
    return c.json([])
  })
  app.post('/__mail/empty', (c) => {
    // Rejects other pages' forms. Other local ports count as same-site.
    if (/^(?:cross|same)-site$/.test(c.req.header('sec-fetch-site') ?? '')) return c.text('Refused', 403)
    mailbox.clear()
    return c.redirect('/__mail', 303)
  })
  app.get('/__mail/:id{[0-9]+}/html', (c) => {
    const mail = mailbox.find(Number(c.req.param('id')))
    return c.html(withLinksOutside(mail?.html ?? ''), 200, MAIL_HEADERS)
  })
  app.get('/__mail/:id{[0-9]+}?', (c) => {
    const to = c.req.query('to') ?? ''
    const id = c.req.param('id')
    const mails = mailbox.list(to)
    return c.html(mailboxPage(mails, id ? mailbox.find(Number(id)) : mails[0], to), 200, PAGE_HEADERS)
  })
  return app.fetch
}
