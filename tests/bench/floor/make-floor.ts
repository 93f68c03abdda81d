import type { Browser } from 'playwright'
import { collectStyles, simplify } from './in-page.ts'

/** Writes the theme's fixed values where they are used, as a hand would: `calc(var(--spacing) * 4)` is `1rem`. */
const inlineTheme = (css: string): string => {
  const [theme = ''] = css.match(/@layer theme\{.*?\}\}/) ?? []
  const values = new Map([...theme.matchAll(/(--[\w-]+):([^;{}]+)/g)].map(([, name = '', value = '']) => [name, value]))
  return css
    .replace(theme, '')
    .replace(/var\((--[\w-]+)\)/g, (use, name) => values.get(name) ?? use)
    .replace(/calc\(\.25rem \* (-?[\d.]+)\)/g, (_, times) => `${Number(times) / 4}rem`)
}

// What the browser writes between the tokens of a rule for people, and a minifier leaves out.
const minify = (css: string) =>
  css
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};]) ?/g, '$1')
    .replace(/: /g, ':')
    .replace(/, /g, ',')
    .replace(/\b0px\b/g, '0')
    .replace(/;}/g, '}')

/**
 * The home page as written carefully by hand: the same words, images and type, no JavaScript, the styles it uses
 * within it. Made from the built page each time, so that it always matches what it is compared with.
 *
 * The display face stays, preloaded and swapped in as on the site: it is part of what a visitor is shown, and the floor
 * asks how fast this page could be, not how fast a plainer one.
 */
export const makeFloor = async (browser: Browser, site: string): Promise<string> => {
  const context = await browser.newContext({ ignoreHTTPSErrors: true })
  try {
    const page = await context.newPage()
    // Scripts stay out, but scripting stays on: without it the page would show what hardly anybody sees.
    await page.route('**/*.js', (route) => route.abort())
    await page.goto(`${site}/`)
    const css = inlineTheme(minify(await page.evaluate(collectStyles)))
    return await page.evaluate(simplify, css)
  } finally {
    await context.close()
  }
}
