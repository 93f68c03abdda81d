import { readFileSync } from 'node:fs'
import type { EmailDriver } from '@supabase/lite'
import type { ProjectConfig } from './project-config.ts'

type MailSettings = {
  mails: Pick<ProjectConfig['auth']['email'], 'template' | 'notification'>
  siteUrl: string
  url: string
  redirectUrls: readonly string[]
}

/** The e-mails of the auth server that Lite does not send, from the project's own templates. */
export const createAuthMails = (driver: EmailDriver, { mails, siteUrl, url, redirectUrls }: MailSettings) => {
  const send = (
    to: string,
    template: { subject: string; content_path: string },
    text: string,
    more: Record<string, string> = {},
  ) => {
    const values: Record<string, string> = { SiteURL: siteUrl, Email: to, ...more }
    const fill = (words: string) => words.replace(/\{\{\s*\.(\w+)\s*\}\}/g, (all, name: string) => values[name] ?? all)
    const html = fill(readFileSync(template.content_path, 'utf8'))
    return driver.send({ to, subject: fill(template.subject), text, html })
  }

  return {
    async invite(email: string, token: string, redirectTo: string | null): Promise<void> {
      const target = redirectUrls.find((allowed) => allowed === redirectTo) ?? siteUrl
      const link = `${url}/auth/v1/verify?${new URLSearchParams({ token, type: 'invite', redirect_to: target })}`
      const text = `You have been invited. Accept with this link: ${link}`
      await send(email, mails.template.invite, text, { ConfirmationURL: link, RedirectTo: target })
    },

    async passwordChanged(email: string): Promise<void> {
      const text = `The password of ${email} at ${siteUrl} has been changed.`
      await send(email, mails.notification.password_changed, text)
    },
  }
}
