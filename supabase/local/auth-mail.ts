import type { EmailDriver } from '@supabase/lite'
import { callerContext } from './rest-errors.ts'

/** Puts the `redirect_to` of the request into the links of an e-mail: Lite always links to the site's address. */
export function withRedirect(driver: EmailDriver): EmailDriver {
  const rewrite = (text: string, target: string) =>
    text.replace(/(redirect_to=)[^"&\s<]+/g, (_, name: string) => name + encodeURIComponent(target))
  return {
    async send(message) {
      const target = callerContext.getStore()?.redirectTo
      if (!target) return driver.send(message)
      const { text, html } = message
      await driver.send({
        ...message,
        ...(text ? { text: rewrite(text, target) } : {}),
        ...(html ? { html: rewrite(html, target) } : {}),
      })
    },
  }
}
