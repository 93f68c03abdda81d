import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { listOf, storedValue, storedWord, word } from '@/storage/stored-value'

/** A browser's storage with room for so many characters, names included. */
class FakeStorage {
  readonly texts = new Map<string, string>()
  room = 1_000
  getItem = (key: string) => this.texts.get(key) ?? null
  removeItem = (key: string) => void this.texts.delete(key)
  setItem(key: string, text: string) {
    const others = [...this.texts].filter(([name]) => name !== key)
    const used = others.reduce((sum, [name, value]) => sum + name.length + value.length, 0)
    if (used + key.length + text.length > this.room) throw new DOMException('full', 'QuotaExceededError')
    this.texts.set(key, text)
  }
}

let local: FakeStorage
let session: FakeStorage
let browser: EventTarget & { localStorage: unknown; sessionStorage: unknown }
let info: ReturnType<typeof vi.spyOn>

beforeEach(() => {
  local = new FakeStorage()
  session = new FakeStorage()
  browser = Object.assign(new EventTarget(), { localStorage: local, sessionStorage: session })
  vi.stubGlobal('window', browser)
  info = vi.spyOn(console, 'info').mockImplementation(() => {})
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const numbers = () =>
  storedValue(
    'numbers',
    listOf((item) => (typeof item === 'number' ? item : undefined)),
  )
const otherTab = (key: string | null) => browser.dispatchEvent(Object.assign(new Event('storage'), { key }))

describe('a stored value', () => {
  it('is empty at first, and afterwards what was written', () => {
    const value = numbers()
    expect(value.read()).toEqual({ state: 'empty' })
    expect(value.write([1, 2])).toBe('written')
    expect(value.read()).toEqual({ state: 'value', value: [1, 2] })
    expect(local.texts).toEqual(new Map([['numbers', '[1,2]']]))
  })

  it('is empty again once it was removed', () => {
    const value = numbers()
    value.write([1])
    value.remove()
    expect(value.read()).toEqual({ state: 'empty' })
  })

  it('is the same object at every read, until something else is stored', () => {
    const value = numbers()
    value.write([1])
    const first = value.read()
    expect(value.read()).toBe(first)
    local.setItem('numbers', '[2]')
    expect(value.read()).not.toBe(first)
    expect(value.read()).toBe(value.read())
  })

  it('is kept for the browser session when asked to', () => {
    const pass = storedValue('pass', word(['true']), 'session')
    pass.write('true')
    expect(session.getItem('pass')).toBe('true')
    expect(local.texts.size).toBe(0)
  })
})

describe('a value that cannot be read', () => {
  it.each(['{', '"text"', '["one","two"]', ''])('reports %j as corrupt, at every read, and sets it aside', (text) => {
    local.setItem('numbers', text)
    const value = numbers()
    expect(value.read()).toEqual({ state: 'corrupt' })
    expect(value.read()).toBe(value.read())
    expect(local.texts).toEqual(new Map([['numbers.corrupt', text]]))
    expect(info).toHaveBeenCalledOnce()
  })

  it('is still reported when the page is loaded again, until something else is stored', () => {
    local.setItem('numbers', 'broken')
    numbers().read()
    const value = numbers()
    expect(value.read()).toEqual({ state: 'corrupt' })
    expect(value.write([3])).toBe('written')
    expect(numbers().read()).toEqual({ state: 'value', value: [3] })
  })

  it('gives way to what is written next, and stays aside', () => {
    local.setItem('numbers', 'broken')
    const value = numbers()
    value.read()
    expect(value.write([3])).toBe('written')
    expect(value.read()).toEqual({ state: 'value', value: [3] })
    expect(local.getItem('numbers.corrupt')).toBe('broken')
  })

  it('is set aside by a write that comes before any read', () => {
    local.setItem('numbers', 'broken')
    expect(numbers().write([3])).toBe('written')
    expect(local.getItem('numbers.corrupt')).toBe('broken')
    expect(local.getItem('numbers')).toBe('[3]')
  })

  it('never takes the place of one that was set aside before', () => {
    for (const text of ['first', 'second', 'third']) {
      local.setItem('numbers', text)
      numbers().read()
    }
    expect(local.texts).toEqual(
      new Map([
        ['numbers.corrupt', 'first'],
        ['numbers.corrupt.2', 'second'],
        ['numbers.corrupt.3', 'third'],
      ]),
    )
  })

  it('is set aside again when the same text comes back', () => {
    const value = numbers()
    local.setItem('numbers', 'broken')
    value.read()
    local.setItem('numbers', 'broken')
    expect(value.write([4])).toBe('written')
    expect(local.getItem('numbers.corrupt.2')).toBe('broken')
  })

  it('stays where it is while there is no room to set it aside, and nothing replaces it', () => {
    local.setItem('numbers', 'broken')
    local.room = 'numbers'.length + 'broken'.length
    const value = numbers()
    expect(value.read()).toEqual({ state: 'corrupt' })
    expect(value.write([1])).toBe('full')
    expect(local.texts).toEqual(new Map([['numbers', 'broken']]))
    local.room = 100
    expect(value.write([1])).toBe('written')
    expect(local.getItem('numbers.corrupt')).toBe('broken')
  })

  it('does not know a word outside its list', () => {
    const consent = storedValue('choice', word(['yes', 'no']))
    local.setItem('choice', 'maybe')
    expect(consent.read()).toEqual({ state: 'corrupt' })
  })
})

describe('a list with items that cannot be read', () => {
  const TEXT = '[1,"two",3,{"four":4}]'

  it('goes on without them, and they are set aside', () => {
    local.setItem('numbers', TEXT)
    const value = numbers()
    expect(value.read()).toEqual({ state: 'value', value: [1, 3], incomplete: true })
    expect(value.read()).toBe(value.read())
    expect(local.texts).toEqual(
      new Map([
        ['numbers', '[1,3]'],
        ['numbers.corrupt', '["two",{"four":4}]'],
      ]),
    )
    value.write([1, 3, 5])
    expect(numbers().read()).toEqual({ state: 'value', value: [1, 3, 5] })
    expect(local.getItem('numbers.corrupt')).toBe('["two",{"four":4}]')
  })

  it('stays whole while there is no room to set them aside, and nothing replaces it', () => {
    local.setItem('numbers', TEXT)
    local.room = 'numbers'.length + TEXT.length
    const value = numbers()
    expect(value.read()).toMatchObject({ value: [1, 3] })
    expect(value.write([])).toBe('full')
    expect(local.texts).toEqual(new Map([['numbers', TEXT]]))
    local.room = 100
    expect(value.write([5])).toBe('written')
    expect(local.getItem('numbers')).toBe('[5]')
    expect(local.getItem('numbers.corrupt')).toBe('["two",{"four":4}]')
  })
})

describe('a storage that does not take it', () => {
  it('leaves the older value in place when it is full', () => {
    const value = numbers()
    value.write([1])
    local.room = 20
    expect(value.write(Array.from({ length: 50 }, (_, index) => index))).toBe('full')
    expect(value.read()).toEqual({ state: 'value', value: [1] })
  })

  it("knows a full storage by Firefox's name for it too", () => {
    local.setItem = () => {
      throw new DOMException('full', 'NS_ERROR_DOM_QUOTA_REACHED')
    }
    expect(numbers().write([1])).toBe('full')
  })

  it('counts as blocked when it refuses to write at all', () => {
    local.setItem = () => {
      throw new DOMException('no', 'SecurityError')
    }
    expect(numbers().write([1])).toBe('blocked')
  })

  it('does not hide a mistake of the program', () => {
    const value = storedValue<bigint>('big', {
      parse: (text) => ({ value: BigInt(text) }),
      format: (big) => JSON.stringify(big),
    })
    expect(() => value.write(1n)).toThrow(TypeError)
  })

  it.each([
    [
      'forbidden',
      () => {
        throw new DOMException('no', 'SecurityError')
      },
    ],
    ['missing', () => null],
  ])('reads and writes as blocked when it is %s', (_, get) => {
    Object.defineProperty(browser, 'localStorage', { get })
    const value = numbers()
    expect(value.read()).toEqual({ state: 'blocked' })
    expect(value.read()).toBe(value.read())
    expect(value.write([1])).toBe('blocked')
    expect(() => value.remove()).not.toThrow()
  })
})

describe('a word that does not fit', () => {
  it('counts for the page view, and replaces the one that was stored', () => {
    const choice = storedWord('choice', ['no', 'never'])
    const changed = vi.fn()
    choice.subscribe(changed)
    choice.write('no')
    local.room = 8
    expect(choice.write('never')).toBe('full')
    expect(choice.read()).toEqual({ state: 'value', value: 'never' })
    expect(local.texts.has('choice')).toBe(false)
    expect(changed).toHaveBeenCalledTimes(2)
    choice.remove()
    expect(choice.read()).toEqual({ state: 'empty' })
  })
})

describe('a change', () => {
  it('is told to everyone who listens, until they stop', () => {
    const value = numbers()
    const [first, second] = [vi.fn(), vi.fn()]
    const stop = value.subscribe(first)
    value.subscribe(second)
    value.write([1])
    stop()
    value.remove()
    expect(first).toHaveBeenCalledTimes(1)
    expect(second).toHaveBeenCalledTimes(2)
  })

  it('in another tab is told too, and read', () => {
    const value = numbers()
    const changed = vi.fn()
    value.subscribe(changed)
    expect(value.read()).toEqual({ state: 'empty' })
    local.setItem('numbers', '[7]')
    otherTab('numbers')
    expect(changed).toHaveBeenCalledOnce()
    expect(value.read()).toEqual({ state: 'value', value: [7] })
  })

  it('of everything at once, as when a visitor clears the browser, is told', () => {
    const value = numbers()
    const changed = vi.fn()
    value.write([1])
    value.subscribe(changed)
    local.texts.clear()
    otherTab(null)
    expect(changed).toHaveBeenCalledOnce()
    expect(value.read()).toEqual({ state: 'empty' })
  })

  it('of another key in another tab is none of its business', () => {
    const value = numbers()
    const changed = vi.fn()
    value.subscribe(changed)
    otherTab('letters')
    expect(changed).not.toHaveBeenCalled()
  })

  it('is no longer listened for once nobody wants to know', () => {
    const remove = vi.spyOn(browser, 'removeEventListener')
    const value = numbers()
    const stops = [value.subscribe(vi.fn()), value.subscribe(vi.fn())]
    for (const stop of stops) stop()
    expect(remove).toHaveBeenCalledExactlyOnceWith('storage', expect.any(Function))
  })

  it('that did not happen is not told', () => {
    const value = numbers()
    const changed = vi.fn()
    value.subscribe(changed)
    local.room = 0
    value.write([1])
    expect(changed).not.toHaveBeenCalled()
  })
})
