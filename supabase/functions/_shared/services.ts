import { connect } from './database.ts'
import { type Environment, readSettings } from './env.ts'
import { createMailer, type SendMail } from './mailer.ts'
import { createRateLimiter } from './rate-limit.ts'

/** Everything a handler needs from the world; tests hand in their own `fetch` and mailer. */
export function createServices(environment: Environment, world: { fetch?: typeof fetch; sendMail?: SendMail } = {}) {
  const settings = readSettings(environment)
  const fetcher = world.fetch ?? fetch
  const database = connect(settings, settings.secretKey, fetcher)
  return {
    settings,
    fetch: fetcher,
    database,
    limit: createRateLimiter(database, settings.secretKey),
    sendMail: world.sendMail ?? createMailer(settings),
  }
}
export type Services = ReturnType<typeof createServices>
