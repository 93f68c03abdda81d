import nodemailer from 'nodemailer'
import type { Settings } from './env.ts'

export type Mail = {
  to: string
  subject: string
  text: string
  html: string
  /** The company, unless it is given. */
  replyTo?: { name: string; address: string }
}
/**
 * Hands an email to the mail server; rejects unless it is accepted within 8 s, with `MailResponseLostError` when the server may
 * have taken it all the same.
 */
export type SendMail = (mail: Mail) => Promise<void>

/** The mail server was given an email, and its answer came too late or was lost. */
export class MailResponseLostError extends Error {}

const CONNECT_TIMEOUT_MS = 4_000
const SEND_TIMEOUT_MS = 8_000

// Mail programs decode `=?utf-8?q?…?=` anywhere in a header, and the result may contain line breaks and foreign names.
const escapeEncodedWords = (text: string): string => text.replace(/=(?=\?)/g, '= ')

/** An SMTP mailer. The port must be one the host lets out: hosted functions cannot use 25 and 587. */
export const createMailer =
  ({ smtp, mailFrom, company }: Settings): SendMail =>
  async (mail) => {
    let isGiven = false
    const transport = nodemailer.createTransport({
      host: smtp.host,
      port: smtp.port,
      secure: smtp.secure,
      // A password never travels in the clear, whatever the server offers.
      ...(smtp.user ? { auth: { user: smtp.user, pass: smtp.pass }, requireTLS: true } : {}),
      connectionTimeout: CONNECT_TIMEOUT_MS,
      greetingTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: SEND_TIMEOUT_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
      // No error tells how far it got.
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
    // Address objects, not strings: a string would be parsed as a list.
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
