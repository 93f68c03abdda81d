import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Builder, Key, Origin, type WebDriver, type WebElement } from 'selenium-webdriver'
import { findElements, type Step, type TextMatch } from './find-elements'
import { startProxy } from './forward-proxy'

const ACTION_MS = 30_000
const DOCUMENT_MS = 30_000
const LOOK_MS = 3_000
const LIBRARY = path.resolve('node_modules/@testing-library/dom/dist/@testing-library/dom.umd.min.js')
// WebDriver calls `ArrowDown` ARROW_DOWN. A letter stays itself.
const keyOf = (name: string): string =>
  (Key as unknown as Record<string, string>)[name.replace(/(?<=[a-z])[A-Z]/g, '_$&').toUpperCase()] ?? name

// WebKit overlooks imports of preloaded modules by other modules, and reports requests that a navigation aborts. It
// says more about a request that a policy refuses.
const FALSE_ALARMS = ['was preloaded using link preload but not used', 'due to access control checks']

/** Scrolls an element into view. Throws if it still moves, because a click would miss it. */
const standStill = async (element: Element) => {
  element.scrollIntoView({ block: 'center', behavior: 'instant' })
  const { x, y } = element.getBoundingClientRect()
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  const now = element.getBoundingClientRect()
  if (now.x !== x || now.y !== y) throw new Error('The element moves')
}

type Guarded = Window & { endGuard?: () => boolean | undefined }

/**
 * Keeps the next click from other elements, like Playwright's hit target check, because content may move. `endGuard`
 * returns whether the click reached the element.
 */
const guardClick = (element: Element) => {
  const guarded: Guarded = window
  // A click that the driver refused has left its guard.
  guarded.endGuard?.()
  const { x, y } = element.getBoundingClientRect()
  let isPressed: boolean | undefined
  let isClicked = false
  const check = (event: Event) => {
    const target = event.target as Element
    const isHit = element.contains(target) || target.closest('label')?.control === element
    isPressed ??= isHit
    isClicked ||= isHit && event.type === 'click'
    if (isPressed) return
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  const types = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click']
  for (const type of types) window.addEventListener(type, check, { capture: true })
  guarded.endGuard = () => {
    for (const type of types) window.removeEventListener(type, check, { capture: true })
    const now = element.getBoundingClientRect()
    // The press may open a menu that takes the release, but doesn't move the element.
    return isPressed && (isClicked || (now.x === x && now.y === y))
  }
}

const typeInto = (field: HTMLInputElement, text: string) => {
  field.focus()
  field.select()
  document.execCommand(text ? 'insertText' : 'delete', false, text)
  if (field.value !== text) throw new Error(`The field holds ${field.value}`)
}

type Name = string | RegExp
type Size = { width: number; height: number }
const matching = (text: Name, exact = false): TextMatch =>
  typeof text === 'string' ? { text, exact } : { pattern: text.source, flags: text.flags }

const untilItWorks = async <Value>(attempt: () => Promise<Value>, ms = ACTION_MS): Promise<Value> => {
  for (const end = Date.now() + ms; ; await sleep(50))
    try {
      return await attempt()
    } catch (failure) {
      if (Date.now() > end) throw failure
    }
}

/** Subset of Playwright's `Locator` for a WebKit page. */
export class WebKitLocator {
  constructor(
    readonly page: WebKitPage,
    readonly steps: Step[],
  ) {}

  private step = (step: Step) => new WebKitLocator(this.page, [...this.steps, step])
  locator = (css: string) => this.step({ css })
  getByRole = (role: string, { name, exact, ...state }: { name?: Name; exact?: boolean; level?: number } = {}) =>
    this.step({ role, name: name === undefined ? undefined : matching(name, exact), state })
  getByLabel = (label: Name, { exact = false } = {}) => this.step({ label: matching(label, exact) })
  getByText = (text: Name, { exact = false } = {}) => this.step({ hasOwnText: matching(text, exact) })
  filter = ({ hasText }: { hasText: Name }) => this.step({ hasText: matching(hasText) })
  nth = (nth: number) => this.step({ nth })
  first = () => this.nth(0)

  elements = () => this.page.look<WebElement[]>(findElements, this.steps)
  private one = async (): Promise<WebElement> => {
    const [element, ...others] = await this.elements()
    if (element && others.length === 0) return element
    throw new Error(`${element ? `${others.length + 1} elements` : 'No element'} for ${JSON.stringify(this.steps)}`)
  }
  private act = (action: (element: WebElement) => Promise<unknown>) =>
    untilItWorks(async () => {
      const element = await this.one()
      if (!((await element.isDisplayed()) && (await element.isEnabled())))
        throw new Error(`Not visible or not enabled: ${JSON.stringify(this.steps)}`)
      await action(element)
    })

  click = () =>
    this.act(async (element) => {
      await this.page.run(standStill, element)
      await this.page.run(guardClick, element)
      await element.click()
      // A page that the click has left doesn't answer.
      const isHit = await this.page.look(() => (window as Guarded).endGuard?.()).catch(() => undefined)
      if (isHit === false) throw new Error(`The click missed: ${JSON.stringify(this.steps)}`)
    })
  hover = () =>
    this.act(async (element) => {
      await this.page.run(standStill, element)
      await this.page.driver.actions().move({ origin: element }).perform()
    })
  // Only the label of a visually hidden radio button can be clicked.
  check = () => this.evaluate((one: HTMLInputElement) => (one.labels?.[0] ?? one).click())
  fill = (text: string) => this.act((element) => this.page.run(typeInto, element, text))
  focus = () => this.act((element) => this.page.run((one: HTMLElement) => one.focus(), element))
  press = (key: string) => this.focus().then(() => this.page.keyboard.press(key))
  dispatchEvent = (type: string) =>
    this.evaluate((one: Element, name: string) => {
      one.dispatchEvent(new MouseEvent(name, { bubbles: true, cancelable: true, detail: 1 }))
    }, type)
  scrollIntoViewIfNeeded = () => this.evaluate(standStill)
  boundingBox = () => this.evaluate((one: Element) => one.getBoundingClientRect().toJSON())
  count = async () => (await this.elements()).length
  isVisible = async () => (await new WebKitLocator(this.page, [...this.steps, { isVisible: true }]).count()) > 0
  evaluate = (look: (element: never, argument: never) => unknown, argument?: unknown) =>
    untilItWorks(async () => this.page.run(look, await this.one(), argument))
  evaluateAll = (look: (elements: never) => unknown) =>
    this.page.run(`(steps) => (${look})((${findElements})(steps))`, this.steps)
}

/** Subset of Playwright's `Page` for a WebKitGTK tab behind WebDriver. */
export class WebKitPage {
  private readonly root = new WebKitLocator(this, [])
  locator = this.root.locator
  getByRole = this.root.getByRole
  getByLabel = this.root.getByLabel
  getByText = this.root.getByText
  driver = undefined as unknown as WebDriver
  private readonly scripts = [LIBRARY]
  private readonly listeners: ((message: { text: () => string; type: () => string }) => void)[] = []
  private heard = 0

  private constructor(
    private readonly service: string,
    private readonly baseURL: string,
    private readonly folder: string,
    private size: Size,
    private readonly proxy: Awaited<ReturnType<typeof startProxy>>,
  ) {}
  /** Creates a page whose window opens on first use, so that scripts can be added before. */
  static make = async (...given: [service: string, baseURL: string, folder: string, size: Size]) =>
    new WebKitPage(...given, await startProxy())

  private get log() {
    return path.join(this.folder, 'console.log')
  }
  private start = async () => {
    if (this.driver) return
    const data = path.join(this.folder, 'data')
    const files = [`--console=${this.log}`, `--data=${data}`, ...this.scripts.map((file) => `--script=${file}`)]
    const size = `--size=${this.size.width}x${this.size.height}`
    const args = ['--automation', ...files, `--proxy=${this.proxy.url}`, size]
    const browserOptions = { binary: path.resolve(import.meta.dirname, 'webkit-view.py'), args }
    // Scripts that never arrive would block the driver.
    const options = { pageLoadStrategy: 'none', 'webkitgtk:browserOptions': browserOptions }
    this.driver = await new Builder()
      .usingServer(this.service)
      .withCapabilities({ browserName: 'MiniBrowser', ...options })
      .build()
    await this.driver.manage().setTimeouts({ script: ACTION_MS })
    await this.setViewportSize(this.size)
  }
  close = async () => {
    await this.driver?.quit().catch(() => {})
    this.proxy.stop()
  }

  /** Runs a function in the page. Arguments and the result may be elements. */
  run = async <Value>(inPage: string | ((...given: never[]) => unknown), ...given: unknown[]): Promise<Value> => {
    const answer = await this.driver.executeAsyncScript<{ value: Value; failure?: string }>(
      `const given = [...arguments]
      const done = given.pop()
      Promise.resolve().then(() => (${inPage})(...given)).then(
        (value) => done({ value }), (failure) => done({ failure: String(failure) }))`,
      ...given,
    )
    this.listen()
    if (answer.failure) throw new Error(answer.failure)
    return answer.value
  }
  /** Like `run` with a time limit, because a page that is leaving may never respond. */
  look = <Value>(...inPage: Parameters<typeof this.run>): Promise<Value> => this.inTime(this.run<Value>(...inPage))
  evaluate = (inPage: (argument: never) => unknown, argument?: unknown) =>
    untilItWorks(() => this.run(inPage, argument), 1_000)
  waitForFunction = (inPage: () => unknown) =>
    untilItWorks(async () => {
      if (!(await this.run(inPage))) throw new Error(`Still not so: ${inPage}`)
    })
  waitForTimeout = (ms: number) => sleep(ms)

  goto = async (url: string, { waitUntil = 'load' } = {}) => {
    await this.start()
    await this.leave()
    await this.driver.get(this.resolve(url))
    await this.arrived(waitUntil)
  }
  private leave = () => this.run(() => void Object.assign(window, { isLeft: true })).catch(() => {})
  private arrived = (waitUntil = 'load') =>
    untilItWorks(async () => {
      const [isLeft, state] = await this.look<[boolean, string]>(() => ['isLeft' in window, document.readyState])
      if (isLeft || (state !== 'complete' && waitUntil === 'load')) throw new Error('The document has not come')
    }, DOCUMENT_MS)
  reload = async () => {
    await this.leave()
    await this.driver.navigate().refresh()
    await this.arrived()
  }
  goBack = async () => {
    // A document that has just started loading isn't in the history yet.
    await untilItWorks(async () => {
      if ((await this.look(() => document.readyState)) !== 'complete') throw new Error('The document is still coming')
    }, LOOK_MS).catch(() => {})
    const place = () => this.inTime(this.driver.executeScript<string>('return document.readyState + location.href'))
    const before = await place()
    await this.driver.navigate().back()
    await untilItWorks(async () => {
      const now = await place()
      if (now === before || now.startsWith('loading')) throw new Error(`Still at ${before}`)
    })
  }
  /** The driver never answers a script that a navigation overtakes. */
  private inTime = <Value>(answer: Promise<Value>) =>
    Promise.race([answer, sleep(LOOK_MS, undefined, { ref: false }).then(() => Promise.reject(new Error('No answer')))])
  // The driver may already return the URL of the next document.
  url = () => this.look<string>(() => window.location.href)
  resolve = (url: string) => new URL(url, this.baseURL).href
  setViewportSize = async (size: Size) => {
    this.size = size
    if (!this.driver) return
    const window = this.driver.manage().window()
    await untilItWorks(async () => {
      const [width = 0, height = 0] = await this.run<number[]>(() => [innerWidth, innerHeight])
      const [wider, higher] = [size.width - width, size.height - height]
      if (wider === 0 && higher === 0) return
      const outer = await window.getRect()
      await window.setRect({ x: 0, y: 0, width: outer.width + wider, height: outer.height + higher })
      throw new Error(`The window isn't ${size.width} by ${size.height} pixels`)
    })
  }
  addInitScript = async (inPage: () => unknown) => {
    if (this.driver) throw new Error('A script that comes first has to be added before the page is opened')
    const file = path.join(this.folder, `first-${this.scripts.length}.js`)
    writeFileSync(file, `(${inPage})()`)
    this.scripts.push(file)
  }
  route = async (pattern: RegExp, handler: (route: never) => unknown) => this.proxy.route(pattern, handler)
  context = () => ({ setOffline: async (offline: boolean) => this.proxy.setOffline(offline) })

  on = (event: 'console' | 'request' | 'pageerror', listener: (heard: never) => unknown) => {
    if (event === 'request') this.proxy.onRequest((url) => listener({ url: () => url } as never))
    // Uncaught errors are also in the console.
    if (event === 'console') this.listeners.push(listener as never)
  }
  private listen = () => {
    const said = readFileSync(this.log, 'utf8')
    const lines = said.slice(this.heard).split('\n')
    this.heard = said.length - (lines.pop()?.length ?? 0)
    for (const line of lines) {
      if (FALSE_ALARMS.some((words) => line.includes(words))) continue
      const [, level, text = ''] = /^(?:.*?: )?CONSOLE (?:[A-Z]+ )?(ERROR|WARN|LOG|INFO|DEBUG) (.*)/.exec(line) ?? []
      const type = { ERROR: 'error', WARN: 'warning' }[level ?? ''] ?? 'log'
      for (const listener of this.listeners) listener({ text: () => text, type: () => type })
    }
  }

  keyboard = {
    press: (key: string) => this.keyboard.type(keyOf(key)),
    type: (text: string) => this.driver.actions().sendKeys(text).perform(),
  }
  private pointer = (x: number, y: number) => this.driver.actions().move({ x, y, origin: Origin.VIEWPORT })
  mouse = {
    move: (x: number, y: number) => this.pointer(x, y).perform(),
    down: () => this.driver.actions().press().perform(),
    up: () => this.driver.actions().release().perform(),
    click: (x: number, y: number) => this.pointer(x, y).click().perform(),
    dblclick: (x: number, y: number) => this.pointer(x, y).doubleClick().perform(),
    wheel: (x: number, y: number) => this.run((across: number, down: number) => window.scrollBy(across, down), x, y),
  }
}
