import Beasties from 'beasties'
import type { PageFile } from './entry'

const STYLES = /<style[^>]*>.*?<\/style>/gs
const STYLESHEET = /<link rel="stylesheet"[^>]*>/
const DECLARED = /(?:(?<=[{;])|@property )--([\w-]+)(?::[^;{}]*(?:;|(?=\}))|\{[^}]*\})/g
// Of few people, and theirs with the whole stylesheet.
const MORE_CONTRAST = /@media \(prefers-contrast:\s?more\)\s?\{(?:[^{}]*\{[^{}]*\})*\}/g
const EMPTY = /(?<=[{};]|<style[^>]*>)[^{};]*\{\}/g

// Tailwind declares the custom properties of the whole site; this keeps those that the page reads.
const withoutUnread = (styles: string, page: string): string => {
  const read = new Set(Array.from((styles + page).matchAll(/var\(\s*--([\w-]+)/g), ([, name]) => name))
  const pruned = styles.replace(DECLARED, (declaration, name) => (read.has(name) ? declaration : '')).replace(EMPTY, '')
  return pruned === styles ? styles : withoutUnread(pruned, page)
}

/** Returns a function that inlines a page's styles; `src/main.tsx` adds the whole stylesheet and `preloads` later. */
export const inlineStyles = (dist: string, preloads: string) => {
  const beasties = new Beasties({
    path: dist,
    publicPath: '/',
    preload: 'body',
    pruneSource: false,
    reduceInlineStyles: false,
    // Set only in the browser, where Beasties cannot see it.
    allowRules: [/(?<!:not\()\[data-hydrated/],
    logLevel: 'error',
  })
  return async ({ file, text }: PageFile): Promise<PageFile> => {
    if (!text.includes('data-route=')) return { file, text }
    const [link] = STYLESHEET.exec(text) ?? []
    if (!link) throw new Error(`${file} names no stylesheet`)
    // Only the styles are taken, as Beasties changes the rest of what React wrote.
    const styles = (await beasties.process(text)).match(STYLES)?.filter((style) => !text.includes(style)) ?? []
    return {
      file,
      text: text
        .replace(link, () => withoutUnread(styles.join('').replace(MORE_CONTRAST, ''), text))
        .replace('</body>', `<noscript>${link}</noscript><template id="rest">${link}${preloads}</template></body>`)
        .replaceAll(/<(?:script type="module"|link rel="modulepreload")/g, '$& fetchpriority="low"'),
    }
  }
}
