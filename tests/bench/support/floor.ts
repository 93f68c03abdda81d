import { readFileSync } from 'node:fs'

// Elements that a page without JavaScript doesn't need.
const IDLE = [
  /<(template|script|noscript)\b.*?<\/\1>/gs,
  /<link [^>]*(?:modulepreload|stylesheet)[^>]*>/g,
  /<meta (?:property="og:|name="twitter:)[^>]*>/g,
  /<!--.*?-->/gs,
]

/** Returns the baseline: the built home page with the same words, images, type and inline styles, but no JavaScript. */
export const makeFloor = (): string =>
  IDLE.reduce((html, idle) => html.replace(idle, ''), readFileSync('dist/index.html', 'utf8'))
    // Benches wait for this mark.
    .replace('<html ', '<html data-hydrated="true" ')
