/** Runs in the page: the text of every style rule that the page uses, at any width and in any state. */
export const collectStyles = (): string => {
  // A page without scripts is ready at once.
  document.documentElement.dataset.hydrated = 'true'
  // A state (`:hover`) or a part (`::before`) is not there now; what it belongs to is.
  const stateless = (selector: string) =>
    selector.replace(
      /:(?::[\w-]+(?:\([^)]*\))?|(?:hover|focus|focus-visible|focus-within|active|visited|disabled|target|checked)\b)/g,
      '',
    )
  const isUsed = (selector: string) =>
    selector.split(/,(?![^(]*\))/).some((part) => {
      const plain = stateless(part).trim()
      try {
        // Parts of controls that browsers draw themselves are a reset's concern, not this page's.
        return plain === '' ? /^::(?:before|after)$/.test(part.trim()) : document.querySelector(plain) !== null
      } catch {
        return false
      }
    })

  const textOf = (rule: CSSRule): string => {
    if (rule instanceof CSSStyleRule) return isUsed(rule.selectorText) ? rule.cssText : ''
    // What only browsers of other years would need.
    if (rule instanceof CSSSupportsRule && !CSS.supports(rule.conditionText)) return ''
    if (rule instanceof CSSGroupingRule) {
      const inner = [...rule.cssRules].map(textOf).join('')
      return inner === '' ? '' : `${rule.cssText.slice(0, rule.cssText.indexOf('{'))}{${inner}}`
    }
    return rule.cssText
  }
  const all = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules].map(textOf)).join('')
  return all
    .replace(/@property (--[\w-]+) \{[^}]*\}/g, (rule, name) => (all.includes(`var(${name}`) ? rule : ''))
    .replace(/(?<=[{;] ?)(--[\w-]+): [^;{}]*;/g, (own, name) => (all.includes(`var(${name}`) ? own : ''))
}

/** Runs in the page: takes away what a page without JavaScript has no use for, and puts `css` in; the page's source. */
export const simplify = (css: string): string => {
  const idle =
    'script, noscript, template, [rel=modulepreload], [rel=stylesheet], [property^="og:"], [name^="twitter:"]'
  for (const element of document.querySelectorAll(idle)) element.remove()
  const comments = document.createTreeWalker(document, NodeFilter.SHOW_COMMENT)
  const found: Node[] = []
  while (comments.nextNode()) found.push(comments.currentNode)
  for (const comment of found) comment.parentNode?.removeChild(comment)

  // Handwritten CSS names a thing once, where utility classes spell it out each time.
  const names = new Map<string, string>()
  let short = css
  for (const name of new Set([...document.querySelectorAll('[class]')].flatMap(({ classList }) => [...classList]))) {
    const selector = new RegExp(`\\.${CSS.escape(name).replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\w\\\\-])`, 'g')
    if (!selector.test(css)) continue
    const own = `_${names.size.toString(36)}`
    names.set(name, own)
    short = short.replace(selector, `.${own}`)
  }
  for (const element of document.querySelectorAll('*')) {
    for (const { name } of [...element.attributes]) if (name.startsWith('data-')) element.removeAttribute(name)
    const kept = [...element.classList].flatMap((name) => names.get(name) ?? [])
    if (kept.length > 0) element.setAttribute('class', kept.join(' '))
    else element.removeAttribute('class')
  }

  const style = document.createElement('style')
  style.textContent = short
  document.head.append(style)
  return `<!doctype html>${document.documentElement.outerHTML.replace(/>\s+</g, '><')}`
}
