import type { AddressInfo } from 'node:net'
import PostalMime, { type Address } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export type StoredMail = {
  id: number
  receivedAt: string
  from: string
  to: string[]
  replyTo: string
  subject: string
  text: string
  html: string
}

const MAX_MAILS = 200

const show = (sender: Address | undefined): string =>
  sender?.name && sender.address ? `${sender.name} <${sender.address}>` : (sender?.address ?? sender?.name ?? '')

/** Starts a mail server on loopback, which sends nothing on and keeps the last 200 emails; port 0 takes any free one. */
export const openMailbox = async (port: number) => {
  let mails: StoredMail[] = []
  let lastId = 0

  const receive = async (source: AsyncIterable<Buffer>, to: string[]) => {
    const chunks: Buffer[] = []
    for await (const chunk of source) chunks.push(chunk)
    const mail = await PostalMime.parse(Buffer.concat(chunks))
    lastId += 1
    const stored: StoredMail = {
      id: lastId,
      receivedAt: new Date().toISOString(),
      from: show(mail.from),
      to,
      replyTo: (mail.replyTo ?? []).map(show).join(', '),
      subject: mail.subject ?? '',
      text: mail.text ?? '',
      html: mail.html ?? '',
    }
    mails = [stored, ...mails].slice(0, MAX_MAILS)
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
