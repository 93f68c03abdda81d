import { useSyncExternalStore } from 'react'
import { type Session, supabase } from '@/admin/supabase'
import { adminSessionStorage } from '@/storage/admin-session'

type SessionState = {
  /** Whether the auth client has said anything yet. */
  readonly known: boolean
  readonly session: Session | null
  /** The session came from the link of a recovery e-mail. */
  readonly recovering: boolean
  /** This tab is on its way out: the gate must not take that for an intruder. */
  readonly leaving: boolean
}

let state: SessionState = { known: false, session: null, recovering: false, leaving: false }
const listeners = new Set<() => void>()

const set = (change: Partial<SessionState>) => {
  state = { ...state, ...change }
  for (const listener of listeners) listener()
}

// At module load: a recovery link is reported once, INITIAL_SESSION first and PASSWORD_RECOVERY second.
supabase.auth.onAuthStateChange((event, session) => {
  const recovering = event === 'PASSWORD_RECOVERY' || (state.recovering && event !== 'SIGNED_OUT')
  set({ known: true, session, recovering })
})

/** The administrator's session as the auth client reports it, here and from other tabs. */
export const sessionStore = {
  read: (): SessionState => state,
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  /** Announces that the person leaves, until `settle`. */
  leave: (): void => set({ leaving: true }),
  settle: (): void => set({ leaving: false, recovering: false }),
  /** Drops the session in this browser without asking the server. */
  forget(): void {
    adminSessionStorage.forget()
    set({ session: null, recovering: false })
  },
}

/** The session of this browser. */
export const useSession = (): SessionState => useSyncExternalStore(sessionStore.subscribe, sessionStore.read)
