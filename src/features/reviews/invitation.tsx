import { LINK_TOKEN } from '@contract/limits'
import { useEffect, useRef } from 'react'
import * as v from 'valibot'
import { type Invitation, invitationSchema } from '@/domain/review'
import { callRpc } from '@/lib/backend'
import { invitationMessages } from '@/messages/invitation'

/** Reads a token's invitation, `unknown` if malformed. Throws without a usable response. */
export const readInvitation = async (token: string, signal: AbortSignal): Promise<Invitation> => {
  if (!LINK_TOKEN.test(token)) return { state: 'unknown' }
  return v.parse(invitationSchema, await callRpc('review_invitation', signal, { p_token: token }))
}

export function InvitationNotice({ state }: { state: Invitation['state'] }) {
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (document.activeElement !== document.body) return
    notice.current?.scrollIntoView({ block: 'start' })
    notice.current?.focus({ preventScroll: true })
  }, [])
  const { title, text } = invitationMessages[state]
  return (
    <div
      ref={notice}
      tabIndex={-1}
      role="status"
      className="mb-6 scroll-mt-28 rounded-card border border-concrete-300 bg-white p-4"
    >
      <strong className="font-semibold">{title}</strong> <span>{text}</span>
    </div>
  )
}
