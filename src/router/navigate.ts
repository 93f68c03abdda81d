import { useEffect } from 'react'
import { useNavigate } from './hooks'

/** Goes elsewhere as soon as it is drawn, in place of the current entry of the history. */
export function Navigate({ to }: { to: string }) {
  const navigate = useNavigate()
  useEffect(() => void navigate(to, { replace: true }), [navigate, to])
  return null
}
