import { INVITATION_KEY } from '@contract/limits'
import { type RefObject, useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { InvitationNotice } from './invitation'

type Notice = { Notice: typeof InvitationNotice; state: Parameters<typeof InvitationNotice>[0]['state'] }

// What the visitor has typed, or is about to, stays.
const fillIn = (place: HTMLElement | null, values: Record<string, string>) => {
  for (const [name, value] of Object.entries(values)) {
    const field = place?.querySelector<HTMLInputElement>(`[name="${name}"]`)
    if (field?.value === '' && field !== document.activeElement) field.value = value
  }
}

/**
 * The invitation of the URL, whose form in `place` is filled in with what it says. Without an answer of the backend the form
 * stays as it is; the token is sent with it all the same.
 */
export const useInvitation = (place: RefObject<HTMLElement | null>) => {
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  const token = new URLSearchParams(hash.slice(1)).get(INVITATION_KEY) ?? ''
  const [notice, setNotice] = useState<Notice>()

  useEffect(() => {
    if (!token) return
    const controller = new AbortController()
    const ask = async () => {
      const { readInvitation, InvitationNotice } = await import('./invitation')
      const { state, ...known } = await readInvitation(token, controller.signal)
      if (controller.signal.aborted) return
      fillIn(place.current, known)
      setNotice({ Notice: InvitationNotice, state })
    }
    ask().catch(() => {})
    return () => {
      controller.abort()
      setNotice(undefined)
    }
  }, [token, place])

  /** Takes the used token out of the URL, so that the next testimonial is sent without it. */
  const forget = () => void navigate({ pathname, search }, { replace: true, preventScrollReset: true })
  return { token, notice, forget }
}
