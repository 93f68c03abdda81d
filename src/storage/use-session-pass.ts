import { useState } from 'react'
import type { StoredValue } from './stored-value'
import { useStoredValue } from './use-stored-value'

type SessionPass = {
  /** `unknown` in the prerendered page and in the first render after it. */
  state: 'unknown' | 'missing' | 'held'
  grant: () => void
}

/** A flag that stays up for the browser session, or, where the browser stores nothing, for the page view. */
export const useSessionPass = (stored: StoredValue<'true'>): SessionPass => {
  const { state } = useStoredValue(stored)
  const [heldHere, setHeldHere] = useState(false)
  const grant = () => {
    if (stored.write('true') !== 'written') setHeldHere(true)
  }
  if (state === 'unread') return { state: 'unknown', grant }
  return { state: heldHere || state === 'value' ? 'held' : 'missing', grant }
}
