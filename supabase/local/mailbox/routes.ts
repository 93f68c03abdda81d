import { mailboxPage } from './page.ts'
import type { Mailbox } from './store.ts'

// The e-mail is foreign HTML: no scripts, no forms, no requests, and an opaque origin.
const MAIL_POLICY =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; img-src data:; style-src 'unsafe-inline'"
const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'"

const html = (body: string, policy: string): Response =>
  new Response(body, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    },
  })

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
      mailbox.clear()
      return new Response(null, { status: 303, headers: { location: '/__mail' } })
    }
    if (part) return html(mailbox.find(Number(id))?.html ?? '', MAIL_POLICY)
    if (id || /^\/__mail\/?$/.test(url.pathname)) {
      const mails = mailbox.list(to)
      return html(mailboxPage(mails, id ? mailbox.find(Number(id)) : mails[0], to), PAGE_POLICY)
    }
    return new Response('Not found', { status: 404 })
  }
}
