import nodemailer from 'nodemailer'
import type { Settings } from './env.ts'

export type Mail = {
  to: string
  subject: string
  text: string
  html: string
  /** Defaults to the company. */
  replyTo?: { name: string; address: string }
}
/** Sends an email. Rejects unless it is accepted within 8 s. */
export type SendMail = (mail: Mail) => Promise<void>

/** Thrown when the mail server may have accepted the email but its response was lost or timed out. */
export class MailResponseLostError extends Error {}

const CONNECT_TIMEOUT_MS = 4_000
const SEND_TIMEOUT_MS = 8_000

// Mail programs decode `=?utf-8?q?…?=` anywhere, possibly to line breaks and foreign names.
const escapeEncodedWords = (text: string): string => text.replace(/=(?=\?)/g, '= ')

/** Creates an SMTP mailer. Hosted functions can't use ports 25 and 587. */
export const createMailer =
  ({ smtp, mailFrom, company }: Settings): SendMail =>
  async (mail) => {
    let isGiven = false
    const transport = nodemailer.createTransport({
      host: smtp.host,
      port: smtp.port,
      secure: smtp.secure,
      // Never send a password unencrypted.
      ...(smtp.user ? { auth: { user: smtp.user, pass: smtp.pass }, requireTLS: true } : {}),
      connectionTimeout: CONNECT_TIMEOUT_MS,
      greetingTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: SEND_TIMEOUT_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
      // Nodemailer errors don't say whether DATA was sent, so watch the log.
      transactionLog: true,
      logger: {
        debug: ({ tnx }: { tnx?: string }, line: string) => {
          isGiven ||= tnx === 'client' && line === 'DATA'
        },
      },
    })
    const expired = new Promise<never>((_, reject) => {
      const error = new Error(`The mail server did not accept the email in ${SEND_TIMEOUT_MS} ms.`)
      AbortSignal.timeout(SEND_TIMEOUT_MS).addEventListener('abort', () => reject(error))
    })
    const replyTo = mail.replyTo ?? { name: company.name, address: company.email }
    // Address objects, because nodemailer parses a string as a list.
    const message = {
      from: { name: company.name, address: mailFrom },
      to: { name: '', address: mail.to },
      subject: escapeEncodedWords(mail.subject),
      text: mail.text,
      html: mail.html,
      replyTo: { ...replyTo, name: escapeEncodedWords(replyTo.name) },
    }
    try {
      await Promise.race([transport.sendMail(message), expired])
    } catch (cause) {
      const isRefused = cause instanceof Error && 'responseCode' in cause && Number(cause.responseCode) >= 400
      if (isGiven && !isRefused) throw new MailResponseLostError(cause instanceof Error ? cause.message : '', { cause })
      throw cause
    } finally {
      transport.close()
    }
  }
