/** Texts that mean something to one interpreter or another behind the forms and filters. */
export const PAYLOADS: string[] = [
  `'; drop table public.reviews; --`,
  `' or '1'='1`,
  `x') union select email from auth.users --`,
  `<script>alert(1)</script>`,
  `"><img src=x onerror=alert(1)>`,
  `<a href="https://evil.example">click</a>`,
  `Ann\r\nBcc: eve@example.com`,
  `ann@example.com\r\nBcc: eve@example.com\r\n\r\n<b>body</b>`,
  `=?utf-8?q?=0ABcc:_eve@example.com?=`,
  `{{7*7}} \${7*7} <%= 7*7 %> #{7*7}`,
  `../../../../etc/passwd`,
  `..\\..\\windows\\win.ini`,
  `%00%0d%0a`,
  `a\u0000b\u202e\uFEFF\uD800`,
  `*,email,approval_hash`,
  `(select pg_sleep(5))`,
]

/** Places of a query in which PostgREST reads something. */
export const FILTERS: string[] = [
  'select=id&name=eq.PAYLOAD',
  'select=id&name=like.PAYLOAD',
  'select=id&name=in.(PAYLOAD)',
  'select=id&text=fts.PAYLOAD',
  'select=id&id=eq.PAYLOAD',
  'select=PAYLOAD',
  'select=id,x:PAYLOAD',
  'select=id::PAYLOAD',
  'select=id&order=PAYLOAD',
  'select=id&limit=PAYLOAD',
  'select=id&offset=PAYLOAD',
  'select=id&or=(name.eq.PAYLOAD,text.eq.x)',
  'select=id&or=PAYLOAD',
  'select=id&PAYLOAD=eq.x',
  'select=id&name=PAYLOAD',
  'select=id&on_conflict=PAYLOAD&columns=PAYLOAD',
]

const nested = (open: string, close: string) => () => `{"name":${open.repeat(10_000)}1${close.repeat(10_000)}}`

/** Bodies that a parser may stumble over. */
export const ODD_BODIES: [name: string, body: string | (() => string)][] = [
  ['__proto__', '{"__proto__":{"polluted":true,"isContactForm":true},"constructor":{"prototype":{"polluted":true}}}'],
  ['duplicate keys', '{"email":"a@example.com","email":"b@example.com","isContactForm":true,"isContactForm":false}'],
  ['arrays 10,000 deep', nested('[', ']')],
  ['objects 10,000 deep', nested('{"a":', '}')],
  ['5 MB of text', () => JSON.stringify({ name: 'x'.repeat(5 * 1024 * 1024) })],
  ['5 MB of brackets', () => '['.repeat(5 * 1024 * 1024)],
  ['numbers out of range', '{"rating":1e400,"name":-0,"email":1e-400}'],
  ['half a surrogate', '{"name":"\\ud800","text":"\\udfff","location":"x","email":"a@example.com"}'],
  ['not UTF-8', '\u0080\ufffe{"name":"x"}'],
  ['a byte order mark', '\ufeff{"name":"x"}'],
  ['nothing', ''],
  ['null', 'null'],
  ['an array', '[]'],
  ['a string', '"x"'],
  ['two bodies', '{"name":"x"}{"name":"y"}'],
]

/** Types that a page of another site may send without asking, and others that are no JSON. */
export const ENCODINGS: string[] = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'text/plain; application/json',
  'application/jsonp',
  'application/xml',
  'application/json, text/plain',
  'x',
]
