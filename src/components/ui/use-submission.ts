import { useRef, useState } from 'react'

/**
 * Runs one submission at a time: a second call while one is under way is ignored, so a double click sends once.
 * `sending` is true until the promise settles, however it settles.
 */
export const useSubmission = <Input>(
  send: (input: Input) => Promise<void>,
): { sending: boolean; submit: (input: Input) => Promise<void> } => {
  const busy = useRef(false)
  const [sending, setSending] = useState(false)
  const submit = async (input: Input) => {
    // State would be read too late: both clicks of a double click see the same render.
    if (busy.current) return
    busy.current = true
    setSending(true)
    try {
      await send(input)
    } finally {
      busy.current = false
      setSending(false)
    }
  }
  return { sending, submit }
}
