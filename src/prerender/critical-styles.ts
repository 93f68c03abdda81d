import Beasties from 'beasties'
import type { PageFile } from './entry'

const STYLES = /<style[^>]*>.*?<\/style>/gs
const STYLESHEET = /<link rel="stylesheet"[^>]*>/
const DECLARED = /(?:(?<=[{;])|@property )--([\w-]+)(?::[^;{}]*(?:;|(?=\}))|\{[^}]*\})/g

/** Removes custom properties that nothing on the page reads: Tailwind declares all that the whole site needs. */
const withoutUnread = (styles: string, page: string): string => {
  const read = new Set(Array.from((styles + page).matchAll(/var\(\s*--([\w-]+)/g), ([, name]) => name))
  const pruned = styles.replace(DECLARED, (declaration, name) => (read.has(name) ? declaration : ''))
  // What only a removed one has read is unread now.
  return pruned === styles ? styles : withoutUnread(pruned, page)
}

/**
 * Returns a function that inlines a page's styles. The whole stylesheet is added by script (`src/main.tsx`) with the
 * `preloads`, or at the body's end.
 */
export const withStylesInside = (dist: string, preloads: string) => {
  const beasties = new Beasties({
    path: dist,
    publicPath: '/',
    preload: 'body',
    pruneSource: false,
    reduceInlineStyles: false,
    // Hides until hydration; Beasties does not see that it concerns the page.
    allowRules: [/data-hydrated/],
    logLevel: 'error',
  })
  return async ({ file, text }: PageFile): Promise<PageFile> => {
    if (!text.includes('data-route=')) return { file, text }
    const [link] = STYLESHEET.exec(text) ?? []
    if (!link) throw new Error(`${file} names no stylesheet`)
    // Its styles only: the rest must stay as React wrote it.
    const styles = (await beasties.process(text)).match(STYLES)?.filter((style) => !text.includes(style)) ?? []
    return {
      file,
      text: text
        .replace(link, () => withoutUnread(styles.join(''), text))
        .replace('</body>', `<noscript>${link}</noscript><template id="rest">${link}${preloads}</template></body>`)
        // After the images of the first view.
        .replaceAll(/<(?:script type="module"|link rel="modulepreload")/g, '$& fetchpriority="low"'),
    }
  }
}
