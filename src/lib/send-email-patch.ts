const PATH = '/api/send-business-card'

type Handler = (request: Request) => Promise<Response>
type FetchHolder = { fetch: typeof fetch; location: { href: string; origin: string } }

const isSendEmail = (holder: FetchHolder, input: RequestInfo | URL, init: RequestInit | undefined): boolean => {
  const method = init?.method ?? (input instanceof Request ? input.method : 'GET')
  if (method.toUpperCase() !== 'POST') return false
  const url = input instanceof Request ? input.url : String(input)
  if (!URL.canParse(url, holder.location.href)) return false
  const { origin, pathname } = new URL(url, holder.location.href)
  return origin === holder.location.origin && pathname === PATH
}

const installed = new WeakMap<FetchHolder, () => void>()

/** Answers POST /api/send-business-card by a handler loaded on first use. Idempotent; returns its uninstaller. */
export const installSendEmailPatch = (holder: FetchHolder, loadHandler: () => Promise<Handler>): (() => void) => {
  const existing = installed.get(holder)
  if (existing) return existing
  const original = holder.fetch

  const patched: typeof fetch = async (input, init) => {
    if (!isSendEmail(holder, input, init)) return original.call(holder, input, init)
    const request = new Request(input instanceof Request ? input : new URL(String(input), holder.location.href), init)
    const handle = await loadHandler()
    return handle(request)
  }
  const remove = () => {
    // A `fetch` that replaced the patch may still call it, so it stays installed.
    if (holder.fetch !== patched) return
    holder.fetch = original
    installed.delete(holder)
  }
  holder.fetch = patched
  installed.set(holder, remove)
  return remove
}
