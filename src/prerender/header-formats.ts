import type { HeaderBlock } from './header-block.ts'

/** Ways of writing the headers down: for hosts that read `_headers`, and for three web servers. */
export type HeaderFormat = '_headers' | 'nginx' | 'apache' | 'caddy'

type Writer = (blocks: readonly HeaderBlock[]) => string

const lines = (blocks: readonly HeaderBlock[], open: (path: string) => string, line: Writer1, close: string[]) =>
  blocks.flatMap(({ path, headers }) => [open(path), ...Object.entries(headers).map(([n, v]) => line(n, v)), ...close])
type Writer1 = (name: string, value: string) => string

const quoted = (value: string) => `"${value.replaceAll('"', '\\"')}"`
const toRegExp = (path: string) => `^${path.replaceAll('.', '\\.').replace(/\*$/, '')}`

const netlify: Writer = (blocks) =>
  `${lines(
    blocks,
    (path) => path,
    (name, value) => `  ${name}: ${value}`,
    [],
  ).join('\n')}\n`

// A location of nginx forgets the headers of its server as soon as it adds one, so each repeats them.
const nginx: Writer = ([everywhere, ...others]) => {
  const add = (headers: HeaderBlock['headers'], indent: string) =>
    Object.entries(headers).map(([name, value]) => `${indent}add_header ${name} ${quoted(value)} always;`)
  return [
    '# Inside `server { … }`, which has `root` at dist.',
    ...add(everywhere?.headers ?? {}, ''),
    'error_page 404 /404.html;',
    'location / { try_files $uri $uri/index.html =404; }',
    ...others.flatMap(({ path, headers }) => [
      `location ${path.replace(/\*$/, '')} {`,
      ...add({ ...everywhere?.headers, ...headers }, '  '),
      path.startsWith('/admin') ? '  try_files $uri /admin/index.html;' : '  try_files $uri =404;',
      '}',
    ]),
    '',
  ].join('\n')
}

const apache: Writer = (blocks) =>
  [
    '# Inside `<VirtualHost>`, which has `DocumentRoot` at dist; needs mod_headers.',
    'ErrorDocument 404 /404.html',
    'FallbackResource disabled',
    '<Location "/admin">',
    '  FallbackResource /admin/index.html',
    '</Location>',
    ...lines(
      blocks,
      (path) => `<LocationMatch "${toRegExp(path)}">`,
      (name, value) => `  Header always set ${name} ${quoted(value)}`,
      ['</LocationMatch>'],
    ),
    '',
  ].join('\n')

const caddy: Writer = (blocks) =>
  [
    '# Inside the site’s block, which has `root` at dist.',
    ...lines(
      blocks,
      (path) => `header ${path} {`,
      (name, value) => `  ${name} ${quoted(value)}`,
      ['}'],
    ),
    'rewrite /admin* /admin/index.html',
    'try_files {path} {path}/index.html',
    'file_server',
    'handle_errors {',
    '  rewrite * /404.html',
    '  file_server',
    '}',
    '',
  ].join('\n')

/** The writers by format. */
export const headerFormats: Readonly<Record<HeaderFormat, Writer>> = { _headers: netlify, nginx, apache, caddy }
