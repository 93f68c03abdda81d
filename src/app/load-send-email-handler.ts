import { isReachable } from '@/lib/is-reachable'
import { OUTDATED } from '@/messages/everywhere'

type Handler = (request: Request) => Promise<Response>

const answerOutdated: Handler = async () =>
  Response.json({ success: false, message: OUTDATED, error: { code: 'outdated' } }, { status: 500 })

/**
 * Fetches the code that sends the forms. When it is gone although the server answers, a newer version of the site is
 * live: trying again cannot help, and the answer says so. Rejects, as `fetch` does, without a connection.
 */
export const loadSendEmailHandler = async (): Promise<Handler> => {
  try {
    const { handleSendEmail } = await import('./send-email-handler')
    return (request) => handleSendEmail(request)
  } catch (cause) {
    if (!(await isReachable())) throw cause
    return answerOutdated
  }
}
