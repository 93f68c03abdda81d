import { readFileSync } from 'node:fs'
import type { EmailDriver } from '@supabase/lite'
import type { ProjectConfig } from './project-config.ts'

type Mails = Pick<ProjectConfig['auth']['email'], 'template' | 'notification'>

/** Sends only HTML, like the hosted auth server. Lite's text has a link that the templates don't have. */
export const htmlOnly = (driver: EmailDriver): EmailDriver => ({
  send: ({ text: _, ...mail }) => driver.send(mail),
})

/** Creates the auth emails that Lite doesn't send. */
export const createAuthMails = (driver: EmailDriver, siteUrl: string, { template, notification }: Mails) => {
  const send = (to: string, { subject, content_path }: Mails['template']['invite'], TokenHash = '') => {
    const values: Record<string, string> = { SiteURL: siteUrl, Email: to, TokenHash }
    const fill = (words: string) => words.replace(/\{\{\s*\.(\w+)\s*\}\}/g, (all, name: string) => values[name] ?? all)
    return driver.send({ to, subject: fill(subject), html: fill(readFileSync(content_path, 'utf8')) })
  }

  return {
    invite: (email: string, tokenHash: string) => send(email, template.invite, tokenHash),
    /** Notifies an account's owner. Ignores errors. */
    notify: (email: string, what: keyof typeof notification) => send(email, notification[what]).catch(() => {}),
  }
}
export type AuthMails = ReturnType<typeof createAuthMails>
