import type { HeaderBlock } from './header-block.ts'

type Writer = (blocks: readonly HeaderBlock[]) => string
type Line = (name: string, value: string) => string

// Only for what is found: a script that is missing in the middle of a deploy must not stay missing for a year.
const CACHING = 'Cache-Control'

const quoted = (value: string): string => `"${value.replaceAll('"', '\\"')}"`

const each = (headers: HeaderBlock['headers'], line: Line): string[] =>
  Object.entries(headers).map(([name, value]) => line(name, value))

const file: Writer = (blocks) =>
  blocks.flatMap(({ path, headers }) => [path, ...each(headers, (name, value) => `  ${name}: ${value}`)]).join('\n')

// A location of nginx forgets the headers of its server as soon as it adds one, so each repeats them.
const nginx: Writer = ([everywhere, ...others]) => {
  const add = (headers: HeaderBlock['headers']) =>
    each(headers, (name, value) => `  add_header ${name} ${quoted(value)}${name === CACHING ? '' : ' always'};`)
  const location = (path: string, headers: HeaderBlock['headers'], files: string) => [
    `location ${path.replace(/\*$/, '')} {`,
    ...add(headers),
    `  try_files ${files};`,
    '}',
  ]
  return [
    '# For the `server` block, with `root` at dist.',
    'error_page 404 /404.html;',
    ...location('/', everywhere?.headers ?? {}, '$uri $uri.html $uri/index.html =404'),
    // The last line but one leads `/admin` itself to `/admin/`.
    ...others
      .filter(({ path }) => path !== '/admin')
      .flatMap(({ path, headers }) =>
        location(path, { ...everywhere?.headers, ...headers }, path === '/admin/*' ? '/admin.html =404' : '$uri =404'),
      ),
    'location = /admin { rewrite ^ /admin/ last; }',
    'location ~ ^(?!/admin/)(/.+)/$ { return 308 $1$is_args$args; }',
  ].join('\n')
}

/** Ways of writing the headers down: for hosts that read `_headers`, and for a server of one's own. */
export const headerFormats = { _headers: file, nginx } satisfies Record<string, Writer>

/** Reads a `_headers` file: a path per unindented line, followed by its indented `Name: value` lines. */
export const readBlocks = (text: string): HeaderBlock[] => {
  const blocks: { path: string; headers: Record<string, string> }[] = []
  for (const line of text.split('\n').filter((line) => line.trim() !== '')) {
    if (!/^\s/.test(line)) blocks.push({ path: line.trim(), headers: {} })
    else {
      const colon = line.indexOf(':')
      const headers = blocks.at(-1)?.headers
      if (headers) headers[line.slice(0, colon).trim()] = line.slice(colon + 1).trim()
    }
  }
  return blocks
}
