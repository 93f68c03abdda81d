import { createHash } from 'node:crypto'
import { mailboxPage } from './page.ts'
import { MAILBOX_SCRIPT, MAILBOX_STYLE } from './page-assets.ts'
import type { Mailbox } from './store.ts'

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

// The e-mail is foreign HTML: no scripts, no forms, no requests, an opaque origin, and nobody but the mailbox frames it.
const MAIL_POLICY =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; img-src data:; style-src 'unsafe-inline'; frame-ancestors 'self'"
const PAGE_POLICY = [
  "default-src 'none'",
  `style-src ${hashOf(MAILBOX_STYLE)}`,
  `script-src ${hashOf(MAILBOX_SCRIPT)}`,
  "connect-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
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

// In the frame itself they would open under its policy, without scripts, and a link that works once would be used up.
const withLinksOutside = (mail: string): string => {
  const base = '<base target="_blank">'
  return /<head[^>]*>/i.test(mail) ? mail.replace(/<head[^>]*>/i, `$&${base}`) : base + mail
}

/** Answers `/__mail` (page), `/__mail/{id}` (page on one e-mail), `/__mail/{id}/html` and `/__mail/api` (JSON, DELETE empties). */
export function createMailboxRoutes(mailbox: Mailbox): (request: Request) => Response {
  return (request) => {
    const url = new URL(request.url)
    const to = url.searchParams.get('to') ?? ''
    const [, id, part] = /^\/__mail\/(\d+)(\/html)?$/.exec(url.pathname) ?? []
    if (url.pathname === '/__mail/api') {
      if (request.method === 'DELETE') mailbox.clear()
      return Response.json(mailbox.list(to), { headers: { 'cache-control': 'no-store' } })
    }
    if (url.pathname === '/__mail/empty' && request.method === 'POST') {
      // A form on somebody else's page; another program's port on this machine is "same-site".
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
