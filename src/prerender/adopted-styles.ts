import type { Plugin } from 'vite'

const SONNER = /\/sonner\/dist\/index\.mjs$/
const SINGLETON = /\/react-style-singleton\/dist\/\w+\/singleton\.js$/

const SONNER_INSERT = /function __insertCSS\(code\) \{.*?\n\}/s
const SONNER_ADOPT = `function __insertCSS(code) {
  if (typeof document === 'undefined') return
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(code)
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
}`

const SINGLETON_ADOPT = `export const stylesheetSingleton = () => {
  let users = 0
  let sheet
  return {
    add(css) {
      if (users++ > 0) return
      sheet = new CSSStyleSheet()
      sheet.replaceSync(css)
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
    },
    remove() {
      if (--users === 0) document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet)
    },
  }
}`

/**
 * Makes the two libraries that add a `<style>` to the page adopt a style sheet instead, which the policy of the site
 * allows. One of them writes the width of the window's scroll bar into it, so that no hash could name it beforehand.
 */
export const adoptedStyles = (): Plugin => ({
  name: 'adopted-styles',
  apply: 'build',
  transform(code, id) {
    if (SINGLETON.test(id)) {
      if (!code.includes('export var stylesheetSingleton')) throw new Error('react-style-singleton has changed')
      return { code: SINGLETON_ADOPT, map: null }
    }
    if (!SONNER.test(id)) return undefined
    if (!SONNER_INSERT.test(code)) throw new Error('sonner has changed the way it adds its styles')
    return { code: code.replace(SONNER_INSERT, SONNER_ADOPT), map: null }
  },
})
