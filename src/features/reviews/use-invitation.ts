import { INVITATION_KEY } from '@contract/limits'
import { type RefObject, useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { InvitationNotice } from './invitation'

type Notice = { Notice: typeof InvitationNotice; state: Parameters<typeof InvitationNotice>[0]['state'] }

// Leaves alone what the visitor has typed or is about to.
const fillIn = (container: HTMLElement | null, values: Record<string, string>) => {
  for (const [name, value] of Object.entries(values)) {
    const field = container?.querySelector<HTMLInputElement>(`[name="${name}"]`)
    if (field?.value === '' && field !== document.activeElement) field.value = value
  }
}

/** Reads the URL's invitation and fills in the form in `container`; the token works even if that fails. */
export const useInvitation = (container: RefObject<HTMLElement | null>) => {
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  const token = new URLSearchParams(hash.slice(1)).get(INVITATION_KEY) ?? ''
  const [notice, setNotice] = useState<Notice>()

  useEffect(() => {
    if (!token) return
    const controller = new AbortController()
    const load = async () => {
      const { readInvitation, InvitationNotice } = await import('./invitation')
      const { state, ...values } = await readInvitation(token, controller.signal)
      if (controller.signal.aborted) return
      fillIn(container.current, values)
      setNotice({ Notice: InvitationNotice, state })
    }
    load().catch(() => {})
    return () => {
      controller.abort()
      setNotice(undefined)
    }
  }, [token, container])

  const forget = () => void navigate({ pathname, search }, { replace: true, preventScrollReset: true })
  return { token, notice, forget }
}
