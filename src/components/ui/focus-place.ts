// Excludes tabs, which open on focus.
const CONTROLS =
  'button:not(:disabled, [role=tab]), a[href], input:not(:disabled, [type=hidden]), select:not(:disabled), textarea:not(:disabled), summary'

const listControls = (container: Element): HTMLElement[] => [...container.querySelectorAll<HTMLElement>(CONTROLS)]

// Hidden elements don't take the focus.
const focusFirst = (elements: readonly (HTMLElement | undefined)[]): boolean =>
  elements.some((element) => {
    element?.focus()
    return element !== undefined && document.activeElement === element
  })

type Place = {
  part: Element
  parent: Element
  index: number
  /** Index of the control within `part`. */
  control: number
}

const listPlaces = (element: Element | null): Place[] => {
  const places: Place[] = []
  for (let part = element; part?.parentElement && part !== document.body; part = part.parentElement)
    places.push({
      part,
      parent: part.parentElement,
      index: [...part.parentElement.children].indexOf(part),
      control: listControls(part).indexOf(element as HTMLElement),
    })
  return places
}

/**
 * Returns a function that focuses the element. If it is gone, the function focuses the same control of the element in
 * its place, or else the tab panel or the heading.
 */
export const rememberPlace = (element: Element | null): (() => void) => {
  const places = listPlaces(element)
  return () => {
    if (element instanceof HTMLElement && element.isConnected) return element.focus()
    const place = places.find(({ parent }) => parent.isConnected)
    if (!place || place.parent === document.body) return
    const { part, parent, index, control } = place
    const isListGone = places.some(({ part }) => !part.isConnected && part.matches('ul, ol, tbody'))
    const neighbour = isListGone ? undefined : parent.children[Math.min(index, parent.children.length - 1)]
    const beside = neighbour ? listControls(neighbour) : []
    const isSame = part === element && neighbour?.matches(`${CONTROLS}, [tabindex]`)
    if (focusFirst([isSame ? (neighbour as HTMLElement) : beside[control], ...beside])) return
    const panel = parent.closest<HTMLElement>('[role="tabpanel"]')
    const section = parent.closest('section, main')
    const isWithin = section !== null && panel?.contains(section) !== false
    const target = isWithin ? section.querySelector<HTMLElement>('h1, h2, h3') : panel
    target?.setAttribute('tabindex', '-1')
    target?.focus()
  }
}

export const isFocusLost = (): boolean =>
  document.activeElement === document.body || !document.activeElement?.isConnected
