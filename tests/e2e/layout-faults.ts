import type { Page } from 'playwright/test'

type Layout = {
  faults: string[]
  /** Role and name of every visible control. */
  controls: string[]
}

// Runs in the page, without outer scope.
const measure = (names: readonly string[]): Layout => {
  const SLACK = 1.5
  const root = document.documentElement
  const faults = new Set<string>()

  if (matchMedia('(prefers-reduced-motion: reduce)').matches)
    for (const animation of document.getAnimations()) {
      const { duration, iterations } = animation.effect?.getComputedTiming() ?? {}
      if (animation.timeline instanceof DocumentTimeline && (Number(duration) > 10 || iterations === Infinity))
        faults.add(`moves: ${animation.effect instanceof KeyframeEffect ? animation.effect.target?.className : ''}`)
    }

  const still = new CSSStyleSheet()
  still.replaceSync('*, ::before, ::after { transition: none !important; animation: none !important; }')
  document.adoptedStyleSheets.push(still)
  window.scrollTo({ left: 0, top: 0, behavior: 'instant' })

  type Box = { left: number; top: number; right: number; bottom: number }
  const styleOf = (element: Element) => getComputedStyle(element)
  const words = (text: string | null | undefined) => (text ?? '').replace(/\s+/g, ' ').trim()
  const width = ({ left, right }: Box) => right - left
  const height = ({ top, bottom }: Box) => bottom - top
  const intersect = (a: Box, b: Box): Box => ({
    left: Math.max(a.left, b.left),
    top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right),
    bottom: Math.min(a.bottom, b.bottom),
  })
  const ancestors = (element: Element | null): Element[] =>
    element ? [element, ...ancestors(element.parentElement)] : []
  /** Text for screen readers is clipped to nothing. */
  const isSeen = (element: Element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    ancestors(element).every((one) => styleOf(one).clipPath !== 'inset(50%)')
  const place = (element: Element) => {
    const named = element.closest('[aria-label], [id], section, main, header, footer')
    return `<${element.localName}> in ${named?.localName ?? 'page'}${named?.id ? `#${named.id}` : ''}`
  }
  const blockOf = (element: Element): Element | undefined =>
    ancestors(element).find((one) => !styleOf(one).display.startsWith('inline'))
  /** Elements of different layers may overlap. */
  const layerOf = (element: Element): Element =>
    ancestors(element).find((one) => ['fixed', 'sticky'].includes(styleOf(one).position)) ?? root
  /** Returns the clipping or scrolling ancestors, innermost first. */
  const framesOf = (element: Element): Element[] => {
    const found: Element[] = []
    let position = 'static'
    for (const outer of ancestors(element)) {
      const style = styleOf(outer)
      if (position === 'fixed' || outer === document.body) break
      if (position === 'absolute' && style.position === 'static') continue
      position = style.position
      if (style.overflowX !== 'visible' || style.overflowY !== 'visible') found.push(outer)
    }
    return found
  }
  const innerBox = (element: Element): Box => {
    const { left, top } = element.getBoundingClientRect()
    const [x, y] = [left + element.clientLeft, top + element.clientTop]
    return { left: x, top: y, right: x + element.clientWidth, bottom: y + element.clientHeight }
  }
  const rectsOf = (start: Node, startAt: number, end: Node, endAt: number): Box[] => {
    const range = document.createRange()
    range.setStart(start, startAt)
    range.setEnd(end, endAt)
    return [...range.getClientRects()].filter((rect) => rect.width >= 1)
  }
  const scrolls = (value: string) => value === 'auto' || value === 'scroll'

  // Text that is cut, overlaps, or is reordered by a right-to-left name.
  type Line = { box: Box; owner?: Element | undefined; layer: Element; text: string }
  const lines: Line[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const node = walker.currentNode
    const element = node.parentElement
    const text = words(node.nodeValue)
    if (!element || !text || ['SCRIPT', 'STYLE', 'NOSCRIPT', 'TITLE', 'OPTION'].includes(element.tagName)) continue
    if (!isSeen(element)) continue
    const decoration = element.closest('[aria-hidden=true]')
    if (decoration && decoration.getBoundingClientRect().right <= 0) continue
    const shown = `"${text.slice(0, 40)}" ${place(element)}`
    const block = blockOf(element)
    const name = names.find((one) => node.nodeValue?.includes(one))
    if (name && block) {
      const from = node.nodeValue?.indexOf(name) ?? 0
      const till = from + name.length
      const ends = [rectsOf(block, 0, node, from), rectsOf(node, till, block, block.childNodes.length)]
      const [left = [], right = []] = styleOf(block).direction === 'rtl' ? ends.reverse() : ends
      for (const own of rectsOf(node, from, node, till)) {
        const isBeside = (box: Box) => box.top < own.bottom - 2 && box.bottom > own.top + 2
        const isTurned = left.some((box) => isBeside(box) && box.right > own.left + 1)
        if (isTurned || right.some((box) => isBeside(box) && box.left < own.right - 1))
          faults.add(`turned round: ${shown}`)
      }
    }

    const frames = framesOf(element)
    const isClamped = [element, ...frames].some((one) => styleOf(one).webkitLineClamp !== 'none')
    for (const rect of rectsOf(node, 0, node, node.nodeValue?.length ?? 0)) {
      let seen: Box = rect
      let [freeX, freeY] = [false, false]
      for (const outer of frames) {
        const style = styleOf(outer)
        const box = innerBox(outer)
        const overX = Math.max(seen.right - box.right, box.left - seen.left)
        const overY = Math.max(seen.bottom - box.bottom, box.top - seen.top)
        freeX ||= scrolls(style.overflowX)
        freeY ||= scrolls(style.overflowY)
        const whole = CSS.escape(text)
        const isEllipsis =
          style.textOverflow === 'ellipsis' && element.closest(`[title*="${whole}"], [aria-label*="${whole}"]`)
        // A line box is higher than its letters.
        const slackY = Number.parseFloat(styleOf(element).fontSize) * 0.3
        if ((!freeX && overX > SLACK && !isEllipsis) || (!freeY && overY > slackY && !isClamped))
          faults.add(`cut: ${shown} by ${Math.round(overX)} x ${Math.round(overY)} px`)
        seen = intersect(seen, box)
      }
      const outside = Math.max(seen.right - root.clientWidth, -seen.left)
      if (!freeX && width(seen) > 0 && outside > SLACK)
        faults.add(`off the page: ${shown} by ${Math.round(outside)} px`)
      if (width(seen) >= 1 && height(seen) >= 1) lines.push({ box: seen, owner: block, layer: layerOf(element), text })
    }
  }
  if (lines.length === 0) faults.add('empty: nothing to read')
  if (root.scrollWidth > root.clientWidth)
    faults.add(`overflow: the page is ${root.scrollWidth} px wide in ${root.clientWidth}`)

  /** Calls back for overlaps in one layer. */
  const eachPair = <T extends Line>(all: T[], found: (one: T, other: T, common: Box) => void) => {
    all.sort((a, b) => a.box.top - b.box.top)
    for (const [index, one] of all.entries())
      for (const other of all.slice(index + 1)) {
        if (other.box.top >= one.box.bottom) break
        const common = intersect(one.box, other.box)
        const isOne = other.owner === one.owner || other.layer !== one.layer
        if (!isOne && width(common) > 2 && height(common) > 2) found(one, other, common)
      }
  }
  eachPair(lines, (one, other, common) => {
    if (height(common) > 0.35 * Math.min(height(one.box), height(other.box)))
      faults.add(`overlap: "${one.text.slice(0, 40)}" and "${other.text.slice(0, 40)}"`)
  })

  const nameOf = (control: Element): string => {
    const labels = 'labels' in control ? [...((control as HTMLInputElement).labels ?? [])] : []
    const own = [...control.querySelectorAll('img[alt], [aria-label]')]
      .map((one) => one.getAttribute('aria-label') ?? one.getAttribute('alt'))
      .join(' ')
    const text = labels.map((label) => label.textContent).join(' ') || `${control.textContent} ${own}`
    return words(control.getAttribute('aria-label') || text)
  }
  const CONTROLS =
    'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=tab], [role=menuitem]'
  const targets = [...document.querySelectorAll(CONTROLS)].flatMap((control) => {
    // Such a field is clicked on its label.
    const label = control instanceof HTMLInputElement ? control.labels?.[0] : undefined
    const target = isSeen(control) ? control : label
    if (!target || !isSeen(target) || control.closest('[inert], [aria-hidden=true]')) return []
    return width(target.getBoundingClientRect()) > 0 ? [{ control, target, name: nameOf(control) }] : []
  })
  const partsOf = (target: Element): Box[] =>
    (styleOf(target).display === 'inline' ? [...target.getClientRects()] : [target.getBoundingClientRect()]).map(
      (box: Box) => framesOf(target).reduce((seen, outer) => intersect(seen, innerBox(outer)), box),
    )
  const parts = targets.flatMap(({ target, name }) =>
    partsOf(target).map((box) => ({ box, owner: target, layer: layerOf(target), text: name })),
  )
  eachPair(parts, (one, other) => {
    // A field may reserve space for a button.
    const isField = [one, other].some(({ owner }) => owner instanceof HTMLInputElement)
    if (!isField && !one.owner.contains(other.owner) && !other.owner.contains(one.owner))
      faults.add(`overlap: control "${one.text}" and "${other.text}"`)
  })
  for (const { target, control, name } of targets) {
    target.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
    const box = partsOf(target)[0] ?? target.getBoundingClientRect()
    const shown = `"${name.slice(0, 60)}" ${place(target)}`
    const outside = Math.max(box.right - root.clientWidth, -box.left)
    if (outside > SLACK) faults.add(`off the page: control ${shown} by ${Math.round(outside)} px`)
    const hit = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2)
    if (!hit) faults.add(`out of reach: control ${shown}`)
    else if (!target.contains(hit) && hit.closest('label')?.control !== control)
      faults.add(`covered: control ${shown} by "${words(hit.textContent).slice(0, 30)}" ${place(hit)}`)
  }
  window.scrollTo({ left: 0, top: 0, behavior: 'instant' })

  // Forced colours must still show the chosen control.
  if (matchMedia('(forced-colors: active)').matches) {
    const isLook = /^(?:color|font-weight|fill|stroke|opacity|display|visibility|content|text-decoration-line)$/
    const LOOK = [...styleOf(root)].filter(
      (name) => isLook.test(name) || /^(?:border|outline).*-(?:style|width|color)$/.test(name),
    )
    const CHOSEN = ':checked, [aria-current]:not([aria-current=false]), [aria-selected=true], [aria-pressed=true]'
    /** A system colour keeps the alpha of the colour it replaces. */
    const groundOf = (element: Element): string => {
      const [colour = '', alpha = '1'] = styleOf(element).backgroundColor.split(/(?<=\d+, \d+, \d+), /)
      return Number.parseFloat(alpha) > 0.5 || !element.parentElement
        ? colour.replace('a(', '(')
        : groundOf(element.parentElement)
    }
    const look = (element: Element): string =>
      [element, ...element.querySelectorAll('*')]
        .filter(isSeen)
        .map((one) => {
          const parts = ['', '::before', '::after'].map((part) => getComputedStyle(one, part))
          const size = one.textContent ? '' : `${one.clientWidth} ${one.clientHeight}`
          return [size, groundOf(one), ...parts.flatMap((style) => LOOK.map((name) => style.getPropertyValue(name)))]
        })
        .join()
    const groups = '[role=tablist], [role=radiogroup], fieldset, ul, ol, table, nav, section, main, body'
    for (const { control, target, name } of targets) {
      // Stars before the chosen one are filled as well.
      const isStar = control !== target
      const isNative = !isStar && control.localName === 'input' && styleOf(control).appearance !== 'none'
      if (!control.matches(CHOSEN) || isNative) continue
      const same = targets.find(
        (peer) =>
          !peer.control.matches(CHOSEN) &&
          peer.control.localName === control.localName &&
          peer.control.className === control.className &&
          control.closest(groups)?.contains(peer.control) &&
          (!isStar || control.compareDocumentPosition(peer.control) & Node.DOCUMENT_POSITION_FOLLOWING) &&
          look(peer.target) === look(target),
      )
      if (same) faults.add(`no difference: chosen "${name}" looks like "${same.name}"`)
    }
  }

  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== still)
  const roleOf = (control: Element) =>
    control.getAttribute('role') ?? (control.localName === 'a' ? 'link' : control.localName)
  const controls = targets.map(({ control, name }) => `${roleOf(control)} ${name}`)
  return { faults: [...faults], controls: [...new Set(controls)] }
}

/** Measures cut text, overflow, overlaps and covered controls. */
export const measureLayout = (page: Page, names: readonly string[] = []): Promise<Layout> =>
  page.evaluate(measure, names)
