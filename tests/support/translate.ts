/**
 * Translates present and later texts like Google Translate. Runs in the page, so it uses nothing from outside.
 * Translated texts begin with ‘ŧ’.
 */
export const translate = (): void => {
  const skip = 'script, style, noscript, textarea, code, title, font, svg *, [translate=no] *, .notranslate *'
  const done = new WeakSet<Node>()
  const translateText = (text: Text) => {
    const { parentElement: parent } = text
    if (done.has(text) || !text.data.trim() || !parent || parent.matches(skip)) return
    const outer = document.createElement('font')
    const inner = document.createElement('font')
    const copy = document.createTextNode(`ŧ${text.data}`)
    inner.append(copy)
    outer.append(inner)
    text.replaceWith(outer)
    done.add(text)
    done.add(copy)
  }
  const translateAll = (root: Node) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const texts: Text[] = []
    while (walker.nextNode()) texts.push(walker.currentNode as Text)
    texts.forEach(translateText)
  }
  document.documentElement.lang = 'pl'
  translateAll(document.body)
  new MutationObserver((records) => {
    for (const node of records.flatMap(({ addedNodes }) => [...addedNodes]))
      if (node instanceof Text) translateText(node)
      else if (node.isConnected) translateAll(node)
  }).observe(document.body, { childList: true, subtree: true })
}
