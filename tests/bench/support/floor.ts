import { readFileSync } from 'node:fs'

// What a page without JavaScript has no use for.
const IDLE = [
  /<(template|script|noscript)\b.*?<\/\1>/gs,
  /<link [^>]*(?:modulepreload|stylesheet)[^>]*>/g,
  /<meta (?:property="og:|name="twitter:)[^>]*>/g,
  /<!--.*?-->/gs,
]

/**
 * The home page as written carefully by hand: the same words, images and type, the styles that it uses within it, no
 * JavaScript. Made from the built page each time, so that it always matches what it is compared with.
 */
export const makeFloor = (): string =>
  IDLE.reduce((html, idle) => html.replace(idle, ''), readFileSync('dist/index.html', 'utf8'))
    // Ready at once.
    .replace('<html ', '<html data-hydrated="true" ')
