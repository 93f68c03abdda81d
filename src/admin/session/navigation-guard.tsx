import { useEffect, useLayoutEffect, useSyncExternalStore } from 'react'
import { useBlocker } from 'react-router-dom'
import { ConfirmDialog } from '@/admin/components/confirm'
import { createStore } from '@/lib/store'

/** What someone is asked who is about to go to another page, where that would lose something. */
export type NavigationGuard = {
  title: string
  text: string
  leaveLabel: string
  stayLabel: string
  /** Runs before the dialog opens, to put the focus where it is to return. */
  onAsk?: () => void
  onLeave?: () => void
}

// 'closing': only closing the page would lose something; on other pages of the site the work goes on.
type Reason = NavigationGuard | 'closing'

const reasons = createStore<ReadonlyMap<string, Reason>>(new Map())

const ask = (event: BeforeUnloadEvent) => event.preventDefault()

/** Has the browser ask before the page is closed, until the key's reason is set to undefined. */
export const setNavigationGuard = (key: string, reason: Reason | undefined): void => {
  const next = new Map(reasons.get())
  if (reason) next.set(key, reason)
  else next.delete(key)
  // A listener keeps the page out of the back/forward cache, so there is none without a reason.
  if (next.size > 0) window.addEventListener('beforeunload', ask)
  else window.removeEventListener('beforeunload', ask)
  reasons.set(next)
}

/** Forgets every reason, for when another user signs in. */
export const clearNavigationGuards = (): void => {
  for (const key of reasons.get().keys()) setNavigationGuard(key, undefined)
}

/** Asks before the page is left or closed, while the component shows and there is a question. */
export const useNavigationGuard = (key: string, question: NavigationGuard | undefined): void => {
  useEffect(() => setNavigationGuard(key, question))
  useEffect(() => () => setNavigationGuard(key, undefined), [key])
}

const findQuestion = () => [...reasons.get().values()].find((reason) => reason !== 'closing')

function Blocker({ question }: { question: NavigationGuard }) {
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to }) => from.pathname !== to.pathname || from.search !== to.search,
  )
  const isAsked = blocker.state === 'blocked'
  const { title, text, leaveLabel, stayLabel, onAsk, onLeave } = question
  useLayoutEffect(() => {
    if (isAsked) onAsk?.()
  }, [isAsked, onAsk])
  return (
    <ConfirmDialog
      open={isAsked}
      onClose={() => blocker.reset?.()}
      title={title}
      description={text}
      confirmLabel={leaveLabel}
      cancelLabel={stayLabel}
      onConfirm={() => {
        onLeave?.()
        blocker.proceed?.()
      }}
    />
  )
}

/** Asks the first open question; the one place that does, as the router allows only one blocker. */
export function LeaveDialog() {
  const question = useSyncExternalStore(reasons.subscribe, findQuestion)
  return question && <Blocker question={question} />
}
