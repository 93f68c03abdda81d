import type { Page } from 'playwright/test'

type Question = {
  /** Names of people whose script may run against the sentence around them. */
  names: readonly string[]
}

type Layout = {
  /** What is wrong with the page as it stands, one line each. */
  faults: string[]
  /** Role and name of every control that can be seen. */
  controls: string[]
}

// Runs in the page, by itself: nothing from outside this function exists there.
const measure = ({ names }: Question): Layout => {
  const CONTROLS =
    'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=tab], [role=menuitem]'
  const MIN_TARGET = 24
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
  const styles = new Map<Element, CSSStyleDeclaration>()
  const styleOf = (element: Element) => {
    const known = styles.get(element) ?? getComputedStyle(element)
    styles.set(element, known)
    return known
  }
  const words = (text: string | null | undefined) => (text ?? '').replace(/\s+/g, ' ').trim()
  const isSeen = (element: Element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
  const intersect = (a: Box, b: Box): Box => ({
    left: Math.max(a.left, b.left),
    top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right),
    bottom: Math.min(a.bottom, b.bottom),
  })
  const width = ({ left, right }: Box) => right - left
  const height = ({ top, bottom }: Box) => bottom - top
  const place = (element: Element) => {
    const named = element.closest('[aria-label], [id], section, main, header, footer')
    return `<${element.localName}> in ${named?.localName ?? 'page'}${named?.id ? `#${named.id}` : ''}`
  }
  /** The fixed or sticky element that something moves with; things of different layers may pass over each other. */
  const layerOf = (element: Element): Element => {
    const outer = element.parentElement
    return ['fixed', 'sticky'].includes(styleOf(element).position) || !outer ? element : layerOf(outer)
  }

  /** Ancestors that hide, or scroll, what of an element lies outside their boxes; innermost first. */
  const frames = new Map<Element, Element[]>()
  const framesOf = (element: Element): Element[] => {
    const known = frames.get(element)
    if (known) return known
    const found: Element[] = []
    let position = styleOf(element).position
    for (
      let outer = element.parentElement;
      outer && outer !== root && outer !== document.body;
      outer = outer.parentElement
    ) {
      if (position === 'fixed') break
      const style = styleOf(outer)
      if (position === 'absolute' && style.position === 'static') continue
      position = style.position
      if (style.overflowX !== 'visible' || style.overflowY !== 'visible') found.push(outer)
    }
    frames.set(element, found)
    return found
  }
  const innerBox = (element: Element): Box => {
    const { left, top } = element.getBoundingClientRect()
    const x = left + element.clientLeft
    const y = top + element.clientTop
    return { left: x, top: y, right: x + element.clientWidth, bottom: y + element.clientHeight }
  }
  const isHidden = (element: Element) => {
    // The usual way to write for screen readers alone.
    for (let one: Element | null = element; one; one = one.parentElement) {
      if (styleOf(one).clipPath === 'inset(50%)') return true
    }
    return false
  }
  const isExplained = (element: Element, text: string) =>
    Boolean(element.closest(`[title*="${CSS.escape(text)}"], [aria-label*="${CSS.escape(text)}"]`))
  const scrolls = (value: string) => value === 'auto' || value === 'scroll'

  // Text that is cut, that leaves the page, and that lies on other text.
  const lines: { box: Box; block: Element; layer: Element; text: string }[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const node = walker.currentNode
    const element = node.parentElement
    const text = words(node.nodeValue)
    if (!element || !text || ['SCRIPT', 'STYLE', 'NOSCRIPT', 'TITLE', 'OPTION'].includes(element.tagName)) continue
    if (!isSeen(element) || isHidden(element)) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    const size = Number.parseFloat(styleOf(element).fontSize)
    const shown = `"${text.slice(0, 40)}" ${place(element)}`
    const around = framesOf(element)
    if (element !== document.body && styleOf(element).overflow !== 'visible') around.unshift(element)
    const decoration = element.closest('[aria-hidden=true]')
    if (decoration && decoration.getBoundingClientRect().right <= 0) continue
    let [cutX, cutY, offPage] = [0, 0, 0]
    const isClamped = [element, ...around].some((one) => styleOf(one).webkitLineClamp !== 'none')
    for (const rect of range.getClientRects()) {
      if (rect.width < 1) continue
      let seen: Box = rect
      let [freeX, freeY] = [false, false]
      for (const outer of new Set(around)) {
        const style = styleOf(outer)
        const box = innerBox(outer)
        const overX = Math.max(seen.right - box.right, box.left - seen.left)
        const overY = Math.max(seen.bottom - box.bottom, box.top - seen.top)
        if (scrolls(style.overflowX)) freeX = true
        if (scrolls(style.overflowY)) freeY = true
        const isEllipsis = style.textOverflow === 'ellipsis' && isExplained(element, text)
        if (!freeX && overX > SLACK && !isEllipsis) cutX = Math.max(cutX, overX)
        // The box of a line is higher than its letters.
        if (!freeY && overY > size * 0.3 && !isClamped) cutY = Math.max(cutY, overY)
        seen = intersect(seen, box)
      }
      const outside = Math.max(seen.right - root.clientWidth, -seen.left)
      if (!freeX && width(seen) > 0 && outside > SLACK) offPage = Math.max(offPage, outside)
      if (width(seen) < 1 || height(seen) < 1) continue
      let block = element
      while (styleOf(block).display.startsWith('inline') && block.parentElement) block = block.parentElement
      lines.push({ box: seen, block, layer: layerOf(element), text })
    }
    if (offPage) faults.add(`off the page: ${shown} by ${Math.round(offPage)} px`)
    if (cutX || cutY) faults.add(`cut: ${shown} by ${Math.round(cutX)} x ${Math.round(cutY)} px`)
  }
  lines.sort((a, b) => a.box.top - b.box.top)
  for (const [index, one] of lines.entries())
    for (let next = index + 1; next < lines.length; next += 1) {
      const other = lines[next]
      if (!other || other.box.top >= one.box.bottom) break
      if (other.block === one.block || other.layer !== one.layer) continue
      const common = intersect(one.box, other.box)
      if (width(common) > 2 && height(common) > 0.35 * Math.min(height(one.box), height(other.box)))
        faults.add(`overlap: "${one.text.slice(0, 40)}" and "${other.text.slice(0, 40)}"`)
    }

  if (lines.length === 0) faults.add('empty: nothing to read')
  if (root.scrollWidth > root.clientWidth)
    faults.add(`overflow: the page is ${root.scrollWidth} px wide in ${root.clientWidth}`)

  // Controls.
  const nameOf = (control: Element): string => {
    const labelled = control.getAttribute('aria-labelledby')?.split(' ') ?? []
    const labels = control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement ? control.labels : null
    const own = [...control.querySelectorAll('img[alt], [aria-label]')]
      .map((one) => one.getAttribute('aria-label') ?? one.getAttribute('alt'))
      .join(' ')
    return words(
      labelled.map((id) => document.getElementById(id)?.textContent).join(' ') ||
        control.getAttribute('aria-label') ||
        [...(labels ?? [])].map((label) => label.textContent).join(' ') ||
        `${control.textContent} ${own}` ||
        control.getAttribute('title'),
    )
  }
  type Target = { control: Element; target: Element; name: string; layer: Element }
  const targets: Target[] = []
  for (const control of document.querySelectorAll(CONTROLS)) {
    // A field that is drawn by its label is pressed on it.
    const label = control instanceof HTMLInputElement ? control.labels?.[0] : undefined
    const isDrawn = isSeen(control) && !isHidden(control)
    const target = isDrawn ? control : label
    if (!target || !isSeen(target) || isHidden(target) || control.closest('[inert], [aria-hidden=true]')) continue
    if (target.getBoundingClientRect().width === 0) continue
    targets.push({ control, target, name: nameOf(control), layer: layerOf(target) })
  }
  const roleOf = (control: Element) =>
    control.getAttribute('role') ?? (control.localName === 'a' ? 'link' : control.localName)
  const controls = targets.map(({ control, name }) => `${roleOf(control)} ${name}`)

  const clipped = (target: Element, whole: Box): Box => {
    let box = whole
    for (const outer of framesOf(target)) box = intersect(box, innerBox(outer))
    return box
  }
  /** A field may keep a place free for a button. */
  const isPadding = (target: Element, common: Box) => {
    if (!(target instanceof HTMLInputElement)) return false
    const { left, right } = target.getBoundingClientRect()
    const { paddingLeft, paddingRight } = styleOf(target)
    const [start, end] = [left + Number.parseFloat(paddingLeft), right - Number.parseFloat(paddingRight)]
    return common.left >= end - SLACK || common.right <= start + SLACK
  }
  const partsOf = (target: Element): Box[] =>
    styleOf(target).display === 'inline'
      ? [...target.getClientRects()].map((box) => clipped(target, box))
      : [clipped(target, target.getBoundingClientRect())]
  const parts = targets.flatMap((one) => partsOf(one.target).map((box) => ({ ...one, box })))
  parts.sort((a, b) => a.box.top - b.box.top)
  for (const [index, one] of parts.entries())
    for (let next = index + 1; next < parts.length; next += 1) {
      const other = parts[next]
      if (!other || other.box.top >= one.box.bottom) break
      if (other.control === one.control || other.layer !== one.layer) continue
      if (one.target.contains(other.target) || other.target.contains(one.target)) continue
      const common = intersect(one.box, other.box)
      if (width(common) < 2 || height(common) < 2 || [one, other].some(({ target }) => isPadding(target, common)))
        continue
      faults.add(`overlap: control "${one.name}" and "${other.name}"`)
    }

  // WCAG 2.5.8: 24 pixels, or as much room around, or a link within a sentence.
  const centre = ({ left, top, right, bottom }: Box) => ({ x: (left + right) / 2, y: (top + bottom) / 2 })
  const isSmall = (box: Box) => Math.min(width(box), height(box)) < MIN_TARGET - 0.5
  const inSentence = (target: Element) => {
    if (styleOf(target).display !== 'inline') return false
    let block = target.parentElement
    while (block && styleOf(block).display === 'inline') block = block.parentElement
    return words(block?.textContent).length > words(target.textContent).length
  }
  const boxes = targets.map((one) => ({ ...one, box: one.target.getBoundingClientRect() }))
  for (const one of boxes) {
    if (!isSmall(one.box) || inSentence(one.target)) continue
    const { x, y } = centre(one.box)
    const tight = boxes.find(({ control, box, layer }) => {
      if (control === one.control || layer !== one.layer) return false
      const other = centre(box)
      if (isSmall(box)) return Math.hypot(other.x - x, other.y - y) < MIN_TARGET
      const dx = Math.max(box.left - x, 0, x - box.right)
      const dy = Math.max(box.top - y, 0, y - box.bottom)
      return Math.hypot(dx, dy) < MIN_TARGET / 2
    })
    if (tight)
      faults.add(
        `small: "${one.name}" ${Math.round(width(one.box))} x ${Math.round(height(one.box))}, beside "${tight.name}"`,
      )
  }

  for (const { target, control, name } of targets) {
    target.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
    const box = partsOf(target)[0] ?? target.getBoundingClientRect()
    const shown = `"${name.slice(0, 60)}" ${place(target)}`
    const outside = Math.max(box.right - root.clientWidth, -box.left)
    if (outside > SLACK) faults.add(`off the page: control ${shown} by ${Math.round(outside)} px`)
    const { x, y } = centre(box)
    const hit = document.elementFromPoint(x, y)
    if (!hit) faults.add(`out of reach: control ${shown}`)
    else if (!target.contains(hit) && hit.closest('label')?.control !== control)
      faults.add(`covered: control ${shown} by "${words(hit.textContent).slice(0, 30)}" ${place(hit)}`)
  }
  window.scrollTo({ left: 0, top: 0, behavior: 'instant' })

  // What tells the chosen one of several: colours, lines, weight, and the size of what has no text.
  if (matchMedia('(forced-colors: active)').matches) {
    const LOOK =
      'color,border-top-color,border-bottom-color,border-left-color,border-top-width,border-bottom-width,border-left-width,border-bottom-style,outline-style,outline-width,text-decoration-line,font-weight,fill,stroke,opacity,display,visibility,content'.split(
        ',',
      )
    /** The colour behind what an element holds: a system colour keeps the transparency of the one it stands for. */
    const groundOf = (element: Element): string => {
      const [, colour = '', alpha = '1'] =
        /^rgba?\((\d+, \d+, \d+)(?:, ([\d.]+))?\)$/.exec(styleOf(element).backgroundColor) ?? []
      return Number(alpha) > 0.5 || !element.parentElement ? colour : groundOf(element.parentElement)
    }
    const look = (element: Element): string =>
      [element, ...element.querySelectorAll('*')]
        .filter((one) => !isHidden(one))
        .flatMap((one) => {
          const size = one.textContent ? '' : `${one.clientWidth} ${one.clientHeight}`
          return [
            size,
            groundOf(one),
            ...['', '::before', '::after'].flatMap((part) => {
              const style = getComputedStyle(one, part)
              return LOOK.map((property) => style.getPropertyValue(property))
            }),
          ]
        })
        .join()
    const isNative = (element: Element) => element instanceof HTMLInputElement && styleOf(element).appearance !== 'none'
    const stateOf = (element: Element) =>
      ['aria-current', 'aria-selected', 'aria-pressed', 'aria-checked']
        .map((name) => element.getAttribute(name))
        .some((value) => value && value !== 'false') ||
      (element instanceof HTMLInputElement && element.checked)
    const peersOf = (element: Element) => {
      const group = element.closest(
        '[role=tablist], [role=radiogroup], fieldset, ul, ol, table, nav, section, main, body',
      )
      return targets.filter(
        (one) => one.control !== element && one.control.localName === element.localName && group?.contains(one.control),
      )
    }
    for (const { control, target, name } of targets) {
      if (!stateOf(control) || (isNative(control) && control === target)) continue
      // A drawn radio button may be one of several stars, of which those before the chosen one are filled, too.
      const isStar = control !== target
      const others = peersOf(control).filter(
        ({ control: peer }) =>
          !stateOf(peer) &&
          peer.className === control.className &&
          (!isStar || control.compareDocumentPosition(peer) & Node.DOCUMENT_POSITION_FOLLOWING),
      )
      const same = others.find((peer) => look(peer.target) === look(target))
      if (same) faults.add(`no difference: chosen "${name}" looks like "${same.name}"`)
    }
  }

  // A name may neither turn round what stands beside it nor be turned round by it.
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const node = texts.currentNode
    const element = node.parentElement
    const name = names.find((one) => node.nodeValue?.includes(one))
    if (!element || !name || !isSeen(element) || isHidden(element)) continue
    let block = element
    while (styleOf(block).display.startsWith('inline') && block.parentElement) block = block.parentElement
    const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT)
    const letters: { node: Node; at: number }[] = []
    while (walker.nextNode())
      for (let at = 0; at < (walker.currentNode.nodeValue?.length ?? 0); at += 1)
        if (walker.currentNode.nodeValue?.[at]?.trim()) letters.push({ node: walker.currentNode, at })
    const from = node.nodeValue?.indexOf(name) ?? 0
    const rectsOf = (start: number, end: number, within: Node) => {
      const range = document.createRange()
      range.setStart(within, start)
      range.setEnd(within, end)
      return [...range.getClientRects()]
    }
    const nameRects = rectsOf(from, from + name.length, node)
    const first = letters.findIndex((one) => one.node === node && one.at === from)
    const isRtl = styleOf(block).direction === 'rtl'
    for (const [letter, before] of [
      [letters[first - 1], true],
      [letters[first + name.replace(/\s/g, '').length], false],
    ] as const) {
      if (!letter) continue
      const [box] = rectsOf(letter.at, letter.at + 1, letter.node)
      if (!box) continue
      const beside = nameRects.filter((rect) => box.top < rect.bottom - 2 && box.bottom > rect.top + 2)
      if (beside.some((rect) => (before !== isRtl ? box.right > rect.left + 1 : box.left < rect.right - 1)))
        faults.add(`turned round: "${name}" in "${words(block.textContent).slice(0, 60)}"`)
    }
  }

  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== still)
  return { faults: [...faults], controls: [...new Set(controls)] }
}

/** Measures the page as it stands: cut text, overflow, overlap, covered or small controls, and which controls there are. */
export const layoutOf = (page: Page, question: Partial<Question> = {}): Promise<Layout> =>
  page.evaluate(measure, { names: [], ...question })
