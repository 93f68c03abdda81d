const HELD = 'button, [data-action]'

type Held = { element: HTMLElement; act: () => void }

/**
 * Keeps what a visitor asks for before the page is alive, and does it then: pressed buttons, opened photos, sent forms.
 * Links need no help. Returns a function to call when part of the page has come alive, or never will: what was asked for in
 * it is done, and no longer held from then on. Its answer is how many actions still wait.
 */
export const holdEarlyActions = (): ((isAlive: (element: Element) => boolean) => number) => {
  const held: Held[] = []
  let isAlive: (element: Element) => boolean = () => false

  const hold = (event: Event, element: HTMLElement, act: () => void) => {
    if (isAlive(element)) return
    event.preventDefault()
    event.stopImmediatePropagation()
    // A second press of the same button is impatience.
    if (!held.some((other) => other.element === element)) held.push({ element, act })
  }
  const listen = { capture: true }
  document.addEventListener(
    'click',
    (event) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      const element = event.target instanceof Element ? event.target.closest<HTMLElement>(HELD) : null
      if (element) hold(event, element, () => element.click())
    },
    listen,
  )
  document.addEventListener(
    'submit',
    (event) => {
      const { target: form, submitter } = event
      if (form instanceof HTMLFormElement) hold(event, form, () => form.requestSubmit(submitter))
    },
    listen,
  )

  return (nowAlive) => {
    isAlive = nowAlive
    for (const { element, act } of held.splice(0).filter((action) => isAlive(action.element) || !held.push(action)))
      if (element.isConnected) act()
    return held.length
  }
}
