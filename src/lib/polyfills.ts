// The oldest browsers (src/prerender/oldest-browsers.ts) lack `URL.canParse` and `Response.json`.

export const parseUrl = (url: string, base: string): URL | undefined => {
  try {
    return new URL(url, base)
  } catch {
    return undefined
  }
}

export const jsonResponse = (body: object, status: number): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
