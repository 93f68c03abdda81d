import { storedValue, word } from './stored-value'

const flag = storedValue('adminAuth', word(['true']))

// Where the browser stores nothing, or has no room left, the flag stands for the page view.
let heldHere = false
const listeners = new Set<() => void>()
const changed = () => {
  for (const listener of listeners) listener()
}

/** Whether the dashboard may be drawn. It decides no right: the database asks for an administrator's token. */
export const adminAuth = {
  isRaised: (): boolean => heldHere || flag.read().state === 'value',
  raise(): void {
    heldHere = flag.write('true') !== 'written'
    changed()
  },
  lower(): void {
    heldHere = false
    flag.remove()
    changed()
  },
  /** Calls back after every change, here and in other tabs; returns a function that stops it. */
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    const stop = flag.subscribe(listener)
    return () => {
      listeners.delete(listener)
      stop()
    }
  },
}
