import { useEffect, useState } from 'react'

const REVOKE_AFTER_MS = 1_000

/** Returns an object URL, undefined in the first render. */
export const useObjectUrl = (file: Blob | undefined): string | undefined => {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!file) return
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => {
      setUrl(undefined)
      // Delayed, because elements that still read a revoked URL log an error.
      setTimeout(() => URL.revokeObjectURL(made), REVOKE_AFTER_MS)
    }
  }, [file])
  return url
}
