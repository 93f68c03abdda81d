import { readFileSync } from 'node:fs'
import type { EmailDriver } from '@supabase/lite'

type InviteSettings = {
  template: { subject: string; content_path: string }
  siteUrl: string
  /** Where a link may lead; anything else leads to the site's URL. */
  redirectUrls: readonly string[]
}

/** Sends invitations as the auth server does, with the template of `supabase/config.toml`; Lite sends none. */
export const createInviteMail =
  (driver: EmailDriver, { template, siteUrl, redirectUrls }: InviteSettings) =>
  async (email: string, token: string, redirectTo: string | null): Promise<void> => {
    const target = redirectUrls.find((url) => url === redirectTo) ?? siteUrl
    const link = `${siteUrl}/auth/v1/verify?${new URLSearchParams({ token, type: 'invite', redirect_to: target })}`
    const values: Record<string, string> = { ConfirmationURL: link, SiteURL: siteUrl, Email: email, RedirectTo: target }
    const fill = (text: string) => text.replace(/\{\{\s*\.(\w+)\s*\}\}/g, (all, name: string) => values[name] ?? all)
    await driver.send({
      to: email,
      subject: fill(template.subject),
      text: `You have been invited. Accept with this link: ${link}`,
      html: fill(readFileSync(template.content_path, 'utf8')),
    })
  }
