import type { Page } from 'playwright/test'

const MOST_STOPS = 260

type Stop = { name: string; faults: string[] }

// Runs in the page, without outer scope.
const lookAtFocus = async (): Promise<Stop | undefined> => {
  await new Promise(requestAnimationFrame)
  const element = document.activeElement
  if (!(element instanceof HTMLElement) || element === document.body) return undefined
  // A fading ring has too little contrast.
  const fading = element.getAnimations().filter((animation) => animation instanceof CSSTransition)
  await Promise.all(fading.map(({ finished }) => finished.catch(() => {})))
  const faults: string[] = []
  const label = element.getAttribute('aria-label') ?? element.textContent?.trim() ?? ''
  const name = `${element.localName} ${(label || element.getAttribute('name') || element.id).slice(0, 50)}`

  // An invisible control is drawn by its label.
  const drawn = [
    element,
    ...((element as HTMLInputElement).labels ?? []),
    ...(element.closest('label') ? [element.closest('label')] : []),
  ]
  const boxes = drawn.flatMap((one) => (one ? [...one.getClientRects()].map((box) => ({ one, box })) : []))
  const points = boxes.flatMap(({ one, box }) =>
    [0.05, 0.5, 0.95].flatMap((x) =>
      [0.1, 0.5, 0.9].map((y) => ({ one, x: box.left + x * box.width, y: box.top + y * box.height })),
    ),
  )
  const inView = points.filter(({ x, y }) => x >= 0 && y >= 0 && x < window.innerWidth && y < window.innerHeight)
  const open = inView.filter(({ one, x, y }) => {
    const hit = document.elementFromPoint(x, y)
    return hit !== null && (one.contains(hit) || hit.contains(one))
  })
  // A panel that is taller than the window may only start in view.
  const isLarge = element.offsetHeight > window.innerHeight
  if (inView.length === 0 && !isLarge) faults.push('out of view')
  else if (open.length === 0 && !isLarge) {
    const [{ x, y } = { x: 0, y: 0 }] = inView
    const cover = document.elementFromPoint(x, y)
    faults.push(`covered by ${cover?.localName} ‘${cover?.textContent?.trim().slice(0, 40)}’`)
  }

  const channels = (colour: string) => (colour.match(/[\d.]+/g) ?? []).map(Number)
  const luminance = (colour: string) => {
    const [r = 0, g = 0, b = 0] = channels(colour).map((value) => {
      const part = value / 255
      return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const contrast = (one: string, other: string) => {
    const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
    return (light + 0.05) / (dark + 0.05)
  }
  const groundOf = (start: Element | null): string => {
    for (let one = start; one; one = one.parentElement) {
      const colour = getComputedStyle(one).backgroundColor
      if ((channels(colour)[3] ?? 1) === 1) return colour
    }
    return 'rgb(255, 255, 255)'
  }
  const rings = drawn.flatMap((one) => {
    const { outlineStyle, outlineWidth, outlineColor, outlineOffset } = one
      ? getComputedStyle(one)
      : ({} as CSSStyleDeclaration)
    const isRing = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
    const ground = one && groundOf(Number.parseFloat(outlineOffset) < 0 ? one : one.parentElement)
    return isRing && ground ? contrast(outlineColor, ground) : []
  })
  // Headings, panels and dialogs only take the focus for screen readers.
  if (element.tabIndex >= 0 && !rings.some((ratio) => ratio >= 3))
    faults.push(`no ring (${rings.map((one) => one.toFixed(1))})`)
  return { name, faults }
}

type Walk = { faults: string[]; stops: number }

const press = async (page: Page, key: string, most: number): Promise<Walk> => {
  const faults = new Set<string>()
  let stops = 0
  for (; stops < most; stops += 1) {
    await page.keyboard.press(key)
    const stop = await page.evaluate(lookAtFocus)
    if (!stop) break
    for (const fault of stop.faults) faults.add(`${fault}: ${stop.name}`)
  }
  return { faults: [...faults], stops }
}

/** Walks through the page by Tab. Returns focus faults. */
export const walk = async (page: Page): Promise<Walk> => {
  await page.evaluate(async () => {
    const rising = document.querySelector('.cookie-banner')?.getAnimations() ?? []
    await Promise.all(rising.map(({ finished }) => finished.catch(() => {})))
  })
  return press(page, 'Tab', MOST_STOPS)
}

/** Walks twice through the open panel and back. */
export const walkPanel = async (page: Page): Promise<Walk> => {
  const panel = page.getByRole('dialog').or(page.getByRole('alertdialog')).last()
  await panel.evaluate((element) => Promise.all(element.getAnimations().map(({ finished }) => finished)))
  const controls = panel.locator('a[href], button, input, select, textarea').filter({ visible: true })
  const most = 2 * (await controls.count())
  const forwards = await press(page, 'Tab', most)
  // In the headless shell, Tab on a panel's last control moves focus out of the window.
  await controls.last().focus()
  const back = await press(page, 'Shift+Tab', most)
  await controls.first().focus()
  const faults = [...forwards.faults, ...back.faults.map((fault) => `back ${fault}`)]
  return { faults, stops: forwards.stops }
}
