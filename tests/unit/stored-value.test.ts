import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { listCodec } from '@/storage/list-codec'
import { withReservedQuota } from '@/storage/storage-usage'
import { storedEnum, storedValue } from '@/storage/stored-value'
import { FakeStorage } from '../support/fake-storage'

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

const toNumber = (item: unknown) => (typeof item === 'number' ? item : undefined)
const numbers = () => storedValue('numbers', listCodec(toNumber))
const inStorage = () => Object.fromEntries(local.texts)
const otherTab = (key: string | null) => browser.dispatchEvent(Object.assign(new Event('storage'), { key }))

describe('stored values', () => {
  it('a stored value is the same object until something else is stored', () => {
    const value = numbers()
    expect(value.read()).toEqual({ state: 'empty' })
    expect(value.write([1, 2])).toBe('written')
    expect(inStorage()).toEqual({ numbers: '[1,2]' })
    const first = value.read()
    expect(first).toEqual({ state: 'value', value: [1, 2] })
    expect(value.read()).toBe(first)
    local.setItem('numbers', '[2]')
    expect(value.read()).toEqual({ state: 'value', value: [2] })
    value.remove()
    expect(value.read()).toEqual({ state: 'empty' })
  })

  it('a stored enum accepts only its words and can be limited to the session', () => {
    const choice = storedEnum('choice', ['yes', 'no'], 'session')
    choice.write('no')
    expect(choice.read()).toEqual({ state: 'value', value: 'no' })
    expect([session.getItem('choice'), local.getItem('choice')]).toEqual(['no', null])
    session.setItem('choice', 'maybe')
    expect(choice.read()).toEqual({ state: 'corrupt' })
  })
})

describe('unreadable stored values', () => {
  it.each(['{', '"text"', '["one","two"]', ''])('an unreadable value %j is quarantined on first read', (text) => {
    local.setItem('numbers', text)
    const value = numbers()
    expect(value.read()).toEqual({ state: 'corrupt' })
    expect(value.read()).toBe(value.read())
    expect(inStorage()).toEqual({ 'numbers.corrupt': text })
    expect(info).toHaveBeenCalledOnce()
    const afterReload = numbers()
    expect(afterReload.read()).toEqual({ state: 'corrupt' })
    expect(afterReload.write([3])).toBe('written')
    expect(inStorage()).toEqual({ numbers: '[3]', 'numbers.corrupt': text })
  })

  it('a write quarantines an unreadable value next to older ones', () => {
    const value = numbers()
    local.setItem('numbers', 'first')
    value.read()
    local.setItem('numbers', 'second')
    expect(value.write([4])).toBe('written')
    expect(inStorage()).toEqual({ numbers: '[4]', 'numbers.corrupt': 'first\nsecond' })
  })

  it.each([
    ['broken', { state: 'corrupt' }, 'broken'],
    ['[1,"two",3,{"four":4}]', { state: 'value', value: [1, 3], incomplete: true }, '["two",{"four":4}]'],
  ])('the unreadable value %s stays in place while quarantine has no room', (text, read, quarantined) => {
    local.setItem('numbers', text)
    local.room = 'numbers'.length + text.length
    const value = numbers()
    expect(value.read()).toEqual(read)
    expect(value.write([])).toBe('full')
    expect(inStorage()).toEqual({ numbers: text })
    local.room = 100
    expect(value.write([5])).toBe('written')
    expect(inStorage()).toEqual({ numbers: '[5]', 'numbers.corrupt': quarantined })
  })
})

it('a stored list quarantines unreadable items and keeps the rest', () => {
  local.setItem('numbers', '[1,"two",3,{"four":4}]')
  const value = numbers()
  expect(value.read()).toEqual({ state: 'value', value: [1, 3], incomplete: true })
  expect(value.read()).toBe(value.read())
  expect(inStorage()).toEqual({ numbers: '[1,3]', 'numbers.corrupt': '["two",{"four":4}]' })
  value.write([1, 3, 5])
  expect(numbers().read()).toEqual({ state: 'value', value: [1, 3, 5] })
})

describe('failing browser storage', () => {
  const refuseWith = (name: string) => () => {
    throw new DOMException('no', name)
  }

  it('a full storage keeps the previous value and notifies no subscribers', () => {
    const value = numbers()
    const changed = vi.fn()
    value.write([1])
    value.subscribe(changed)
    local.room = 20
    expect(value.write(Array.from({ length: 50 }, (_, index) => index))).toBe('full')
    expect(value.read()).toEqual({ state: 'value', value: [1] })
    expect(changed).not.toHaveBeenCalled()
  })

  it('a failed write is reported as full or blocked depending on the error', () => {
    const write = (name: string) => {
      local.setItem = refuseWith(name)
      return numbers().write([1])
    }
    expect(['NS_ERROR_DOM_QUOTA_REACHED', 'SecurityError'].map(write)).toEqual(['full', 'blocked'])
  })

  it('large values leave 64 kB of storage free for small ones', () => {
    vi.stubGlobal('localStorage', local)
    const text = storedValue('text', { parse: (value) => ({ value }), format: String })
    const write = (characters: number) => withReservedQuota(() => text.write('x'.repeat(characters)))
    local.room = 64 * 1024 + 1_000
    expect([write(1_001), inStorage(), write(950)]).toEqual(['full', {}, 'written'])
    local.room = 64 * 1024
    expect([write(1), inStorage()]).toEqual(['full', { text: 'x'.repeat(950) }])
  })

  it('writing rethrows programming errors instead of reporting a storage failure', () => {
    const big = storedValue('big', { parse: (text) => ({ value: BigInt(text) }), format: JSON.stringify })
    expect(() => big.write(1n)).toThrow(TypeError)
  })

  it.each([
    ['forbidden', refuseWith('SecurityError')],
    ['missing', () => null],
  ])('reading and writing return blocked when storage is %s', (_, get) => {
    Object.defineProperty(browser, 'localStorage', { get })
    const value = numbers()
    expect(value.read()).toEqual({ state: 'blocked' })
    expect(value.read()).toBe(value.read())
    expect(value.write([1])).toBe('blocked')
    expect(() => value.remove()).not.toThrow()
  })

  it('a choice that does not fit in storage is kept in memory', () => {
    const choice = storedEnum('choice', ['no', 'never'])
    const changed = vi.fn()
    choice.subscribe(changed)
    choice.write('no')
    local.room = 8
    expect(choice.write('never')).toBe('full')
    expect(choice.read()).toEqual({ state: 'value', value: 'never' })
    expect(inStorage()).toEqual({})
    expect(changed).toHaveBeenCalledTimes(2)
    choice.remove()
    expect(choice.read()).toEqual({ state: 'empty' })
  })
})

describe('change notifications', () => {
  it('a change notifies all subscribers until they unsubscribe', () => {
    const remove = vi.spyOn(browser, 'removeEventListener')
    const value = numbers()
    const [first, second] = [vi.fn(), vi.fn()]
    const [stopFirst, stopSecond] = [value.subscribe(first), value.subscribe(second)]
    value.write([1])
    stopFirst()
    value.remove()
    otherTab('numbers')
    expect([first.mock.calls.length, second.mock.calls.length]).toEqual([1, 3])
    stopSecond()
    expect(remove).toHaveBeenCalledExactlyOnceWith('storage', expect.any(Function))
  })

  it.each([
    ['to the value', 'numbers', 1],
    ['to its quarantine', 'numbers.corrupt', 1],
    ['to all storage', null, 1],
    ['to another key', 'letters', 0],
  ])('a change %s in another tab (key %j) notifies subscribers %i times', (_, key, times) => {
    const changed = vi.fn()
    local.setItem('numbers', 'broken')
    const value = numbers()
    value.subscribe(changed)
    expect(value.read()).toEqual({ state: 'corrupt' })
    local.texts.clear()
    otherTab(key)
    expect(changed).toHaveBeenCalledTimes(times)
    expect(value.read().state).toBe(times ? 'empty' : 'corrupt')
  })
})
