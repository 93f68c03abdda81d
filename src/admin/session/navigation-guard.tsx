import { useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react'
import { useBlocker } from 'react-router-dom'
import { ConfirmDialog } from '@/admin/components/confirm'
import { createStore } from '@/lib/store'

/** Question asked before a navigation that would lose data. */
export type NavigationGuard = {
  title: string
  text: string
  leaveLabel: string
  stayLabel: string
  /** Runs before the dialog, to focus where focus should return. */
  onBeforeOpen?: () => void
  onLeave?: () => void
}

// 'closing': only closing the page loses data.
type Reason = NavigationGuard | 'closing'

const reasons = createStore<ReadonlyMap<string, Reason>>(new Map())

const preventUnload = (event: BeforeUnloadEvent) => event.preventDefault()

/** Makes the browser ask before closing the page, until `reason` is undefined. */
export const setNavigationGuard = (key: string, reason: Reason | undefined): void => {
  const next = new Map(reasons.get())
  if (reason) next.set(key, reason)
  else next.delete(key)
  // Register only when needed, because the listener disables the back/forward cache.
  if (next.size > 0) window.addEventListener('beforeunload', preventUnload)
  else window.removeEventListener('beforeunload', preventUnload)
  reasons.set(next)
}

export const clearNavigationGuards = (): void => {
  for (const key of reasons.get().keys()) setNavigationGuard(key, undefined)
}

/** Asks before leaving the page while there is a question. */
export const useNavigationGuard = (key: string, question: NavigationGuard | undefined): void => {
  useEffect(() => setNavigationGuard(key, question))
  useEffect(() => () => setNavigationGuard(key, undefined), [key])
}

const unsaved = {
  title: 'Discard your changes?',
  text: 'They haven’t been saved yet.',
  leaveLabel: 'Discard',
  stayLabel: 'Keep editing',
}

/** Returns a function that makes leaving ask before it discards what is typed. */
export const useTypingGuard = (key: string): (() => void) => {
  const [isTyped, setTyped] = useState(false)
  useNavigationGuard(key, isTyped ? unsaved : undefined)
  return () => setTyped(true)
}

const findGuard = () => [...reasons.get().values()].find((reason) => reason !== 'closing')

function Blocker({ question }: { question: NavigationGuard }) {
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to }) => from.pathname !== to.pathname || from.search !== to.search,
  )
  const isBlocked = blocker.state === 'blocked'
  const { title, text, leaveLabel, stayLabel, onBeforeOpen, onLeave } = question
  useLayoutEffect(() => {
    if (isBlocked) onBeforeOpen?.()
  }, [isBlocked, onBeforeOpen])
  return (
    <ConfirmDialog
      open={isBlocked}
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

/** Asks the first question. The router allows only one blocker. */
export function LeaveDialog() {
  const question = useSyncExternalStore(reasons.subscribe, findGuard)
  return question && <Blocker question={question} />
}
