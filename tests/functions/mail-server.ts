import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { createServices, type Services } from '../../supabase/functions/_shared/services.ts'
import type { TestServer } from '../support/backend.ts'
import { FEWEST_SETTINGS } from '../support/company.ts'

// Exceeds the mailer's timeout.
const LATE_MS = 8_500

const answers = {
  late: (taken: () => void) => void setTimeout(taken, LATE_MS),
  refuses: (taken: (error: Error) => void) => taken(new Error('Not here')),
}

/** Runs `act` with a mail server that accepts emails too late or refuses sent ones. Returns those emails. */
export const withMailServer = async (
  { url, publishableKey, secretKey }: TestServer,
  answer: keyof typeof answers,
  act: (services: Services) => Promise<void>,
): Promise<string[]> => {
  const mails: string[] = []
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    closeTimeout: 100,
    onData: async (stream, _session, callback) => {
      let mail = ''
      for await (const chunk of stream) mail += chunk
      mails.push(mail.replaceAll('=\r\n', '').replaceAll('=3D', '='))
      answers[answer](callback)
    },
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  const keys = { SUPABASE_ANON_KEY: publishableKey, SUPABASE_SERVICE_ROLE_KEY: secretKey }
  const own = { SUPABASE_URL: url, SITE_URL: url, SMTP_HOST: '127.0.0.1', SMTP_PORT: String(port) }
  try {
    await act(createServices({ ...FEWEST_SETTINGS, ...keys, ...own }))
  } finally {
    await new Promise<void>((resolve) => server.close(resolve))
  }
  return mails
}
