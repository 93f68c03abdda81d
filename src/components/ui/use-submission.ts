import { useRef, useState } from 'react'

/** Ignores calls during a submission, so that a double click sends once. */
export const useSubmission = <Input>(send: (input: Input) => Promise<void>) => {
  // State would be too late: both clicks of a double click may see the same render.
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
