import { useRef, useState } from 'react'

/** Guards against double submit. */
export const useSubmission = <Input>(send: (input: Input) => Promise<void>) => {
  // Both clicks of a double click may see the same state.
  const busy = useRef(false)
  const [sending, setSending] = useState(false)
  const submit = async (input: Input): Promise<void> => {
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
