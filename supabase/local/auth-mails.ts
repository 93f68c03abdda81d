import { readFileSync } from 'node:fs'
import type { EmailDriver } from '@supabase/lite'
import type { ProjectConfig } from './project-config.ts'

type Mails = Pick<ProjectConfig['auth']['email'], 'template' | 'notification'>

/** Sends HTML alone, as the hosted auth server does: Lite adds a text with a link that the templates do not have. */
export const htmlOnly = (driver: EmailDriver): EmailDriver => ({
  send: ({ text: _, ...mail }) => driver.send(mail),
})

/** The emails of the auth server that Lite does not send, from the project's own templates. */
export const createAuthMails = (driver: EmailDriver, siteUrl: string, { template, notification }: Mails) => {
  const send = (to: string, { subject, content_path }: Mails['template']['invite'], TokenHash = '') => {
    const values: Record<string, string> = { SiteURL: siteUrl, Email: to, TokenHash }
    const fill = (words: string) => words.replace(/\{\{\s*\.(\w+)\s*\}\}/g, (all, name: string) => values[name] ?? all)
    return driver.send({ to, subject: fill(subject), html: fill(readFileSync(content_path, 'utf8')) })
  }

  return {
    invite: (email: string, tokenHash: string) => send(email, template.invite, tokenHash),
    /** Tells an account's owner what somebody has done with it, if the mail server takes it. */
    notify: (email: string, what: keyof typeof notification) => send(email, notification[what]).catch(() => {}),
  }
}
export type AuthMails = ReturnType<typeof createAuthMails>
