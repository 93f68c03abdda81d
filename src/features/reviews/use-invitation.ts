import { type RefObject, useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { INVITATION_KEY, INVITATION_TOKEN } from '@/domain/limits'
import type { Invitation } from '@/domain/review'
import { lateModule } from '@/lib/late-module'

const invitationCode = lateModule(() => import('./read-invitation'))

// What somebody has typed, or is about to, stays.
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
  const [invitation, setInvitation] = useState<Invitation>()

  useEffect(() => {
    if (!token) return
    if (!INVITATION_TOKEN.test(token)) return setInvitation({ state: 'unknown' })
    const controller = new AbortController()
    invitationCode
      .load()
      .then(({ readInvitation }) => readInvitation(token, controller.signal))
      .then(
        (answer) => {
          if (controller.signal.aborted) return
          if (answer.state === 'open') {
            const { name, email, location } = answer
            fillIn(place.current, { name, email, location })
          }
          setInvitation(answer)
        },
        () => {},
      )
    return () => {
      controller.abort()
      setInvitation(undefined)
    }
  }, [token, place])

  /** Takes the used token out of the URL, so that the next testimonial is sent without it. */
  const forget = () => void navigate({ pathname, search }, { replace: true, preventScrollReset: true })
  return { token, invitation, forget }
}
