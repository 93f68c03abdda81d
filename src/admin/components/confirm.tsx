import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'
import { adminErrorText } from '@/admin/words/messages'
import { toast } from '@/components/ui/toast'
import { createStore } from '@/lib/store'
import { ConfirmDialog } from './confirm-dialog'
import { useAction } from './use-action'

/** What `confirm` asks and does. */
export type Confirmation = {
  title: string
  description: ReactNode
  confirmLabel: string
  busyLabel?: string
  cancelLabel?: string
  tone?: 'destructive' | 'default'
  /** Runs once the user confirms. The dialog stays open until it has ended, and shows why it failed. */
  action?: () => Promise<unknown>
  /** Query key read again before the dialog closes, or after a failure. */
  refetches?: QueryKey
  explain?: (error: unknown) => string
}
type Question = Confirmation & { mutationKey: readonly [string]; resolve: (isConfirmed: boolean) => void }

const question = createStore<Question | undefined>(undefined)

/** Asks the user; returns whether they confirmed and, if there is an `action`, it succeeded. */
export const confirm = (confirmation: Confirmation): Promise<boolean> =>
  new Promise((resolve) => question.set({ ...confirmation, mutationKey: [crypto.randomUUID()], resolve }))

const close = (asked: Question, isConfirmed: boolean): void => {
  if (question.get() === asked) question.set(undefined)
  asked.resolve(isConfirmed)
}

function Asked({ asked }: { asked: Question }) {
  const { mutationKey, action, refetches, explain = adminErrorText, resolve, ...text } = asked
  const mutation = useAction({
    mutationKey,
    mutationFn: async () => void (await action?.()),
    refetches,
    waits: true,
    onSuccess: () => close(asked, true),
    onError: (error) => {
      if (question.get() === asked) return
      toast.error(explain(error))
      resolve(false)
    },
  })
  return (
    <ConfirmDialog
      {...text}
      open
      explain={explain}
      action={mutation}
      onClose={() => close(asked, false)}
      onConfirm={() => (action ? void mutation.mutate() : close(asked, true))}
    />
  )
}

/** Shows the dialog of `confirm`, and closes it on navigation, sign-out and loss of rights; an action that has begun goes on. */
export function ConfirmRoot({ userId }: { userId: string | undefined }) {
  const asked = useSyncExternalStore(question.subscribe, question.get)
  const queryClient = useQueryClient()
  const location = useLocation()
  // A search replaces the URL while it's typed.
  const isReplaced = useNavigationType() === 'REPLACE'
  const before = useRef(location)
  const dismiss = useEffectEvent(() => {
    if (!asked) return
    question.set(undefined)
    if (queryClient.isMutating({ mutationKey: asked.mutationKey }) === 0) asked.resolve(false)
  })
  useEffect(() => {
    if (!isReplaced || location.pathname !== before.current.pathname) dismiss()
    before.current = location
  }, [location, isReplaced])
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the user changes.
  useEffect(() => dismiss(), [userId])
  return asked && <Asked key={asked.mutationKey[0]} asked={asked} />
}
