import type { AddressInfo } from 'node:net'
import PostalMime, { type Address, type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

const MAX_MAILS = 200

const show = (sender: Address | undefined): string =>
  sender?.name && sender.address ? `${sender.name} <${sender.address}>` : (sender?.address ?? sender?.name ?? '')

const toStored = (id: number, to: string[], mail: Email) => ({
  id,
  receivedAt: new Date().toISOString(),
  from: show(mail.from),
  to,
  replyTo: (mail.replyTo ?? []).map(show).join(', '),
  subject: mail.subject ?? '',
  text: mail.text ?? '',
  html: mail.html ?? '',
})
export type StoredMail = ReturnType<typeof toStored>

/** Starts a mail server that forwards nothing and keeps the last 200 emails. Port 0 picks a free one. */
export const openMailbox = async (port: number) => {
  let mails: StoredMail[] = []
  let lastId = 0

  const receive = async (source: AsyncIterable<Buffer>, to: string[]) => {
    const chunks: Buffer[] = []
    for await (const chunk of source) chunks.push(chunk)
    const mail = await PostalMime.parse(Buffer.concat(chunks))
    lastId += 1
    mails = [toStored(lastId, to, mail), ...mails].slice(0, MAX_MAILS)
  }

  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    authOptional: true,
    logger: false,
    size: 10 * 1024 * 1024,
    onData(stream, session, done) {
      const to = session.envelope.rcptTo.map(({ address }) => address)
      receive(stream, to).then(() => done(), done)
    },
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject)
      server.on('error', (error) => console.warn('[mailbox]', error.message))
      resolve()
    })
  })

  return {
    port: (server.server.address() as AddressInfo).port,
    list: (to?: string) =>
      mails.filter((mail) => !to || mail.to.some((address) => address.toLowerCase() === to.toLowerCase())),
    find: (id: number) => mails.find((mail) => mail.id === id),
    clear: () => {
      mails = []
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
export type Mailbox = Awaited<ReturnType<typeof openMailbox>>
