import * as AlertDialog from '@radix-ui/react-alert-dialog'
import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'
import { adminErrorText } from '@/admin/text/messages'
import { Button, buttonClass } from '@/components/ui/button'
import { toast } from '@/components/ui/toast'
import { cn } from '@/lib/cn'
import { createStore } from '@/lib/store'
import { overlayClass, panelClass, useFocusReturn } from './dialog'
import { useAction } from './use-action'

type ConfirmText = {
  title: string
  description: ReactNode
  confirmLabel: string
  busyLabel?: string
  cancelLabel?: string
  tone?: 'destructive' | 'default'
  explain?: (error: unknown) => string
}

type ConfirmDialogProps = ConfirmText & {
  open: boolean
  onClose: () => void
  action?: { isPending: boolean; error: unknown }
  onConfirm: () => void
}

export function ConfirmDialog({ open, onClose, action, explain = adminErrorText, ...text }: ConfirmDialogProps) {
  const { isPending: busy, error } = action ?? { isPending: false, error: null }
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => !next && !busy && onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className={overlayClass} onClick={() => !busy && onClose()} />
        <AlertDialog.Content
          aria-modal
          {...useFocusReturn()}
          className={cn(panelClass, 'w-[min(28rem,calc(100vw-2rem))] gap-4 p-6')}
        >
          <AlertDialog.Title className="text-lg">{text.title}</AlertDialog.Title>
          <AlertDialog.Description asChild>
            <div className="grid gap-3 text-concrete-700">{text.description}</div>
          </AlertDialog.Description>
          {error !== null && (
            <p role="alert" className="rounded-lg bg-danger-soft px-3 py-2 text-danger text-sm">
              {explain(error)}
            </p>
          )}
          <div className="flex flex-wrap justify-end gap-2">
            <AlertDialog.Cancel disabled={busy} className={buttonClass({ variant: 'outline', size: 'sm' })}>
              {text.cancelLabel ?? 'Cancel'}
            </AlertDialog.Cancel>
            <Button busy={busy} onClick={text.onConfirm} variant={text.tone ?? 'destructive'} size="sm">
              {busy ? (text.busyLabel ?? text.confirmLabel) : text.confirmLabel}
            </Button>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}

export type Confirmation = ConfirmText & {
  /** Runs after confirmation. The dialog stays open until it ends, and shows its error. */
  action?: () => Promise<unknown>
  /** Toast after success. */
  done?: string
  /** Query key to refetch before closing, or after a failure. */
  refetches?: QueryKey
}
type PendingConfirmation = Confirmation & { mutationKey: readonly [string]; resolve: (isConfirmed: boolean) => void }

const pendingStore = createStore<PendingConfirmation | undefined>(undefined)

/** Asks the user. Resolves to whether they confirmed and any `action` succeeded. */
export const confirm = (confirmation: Confirmation): Promise<boolean> =>
  new Promise((resolve) => {
    pendingStore.get()?.resolve(false)
    pendingStore.set({ ...confirmation, mutationKey: [crypto.randomUUID()], resolve })
  })

const close = (pending: PendingConfirmation, isConfirmed: boolean): void => {
  if (pendingStore.get() === pending) pendingStore.set(undefined)
  pending.resolve(isConfirmed)
}

/** Cancels the open confirmation. Returns whether there was one. */
export const cancelConfirmation = (): boolean => {
  const pending = pendingStore.get()
  if (pending) close(pending, false)
  return pending !== undefined
}

function PendingDialog({ pending, isOpen }: { pending: PendingConfirmation; isOpen: boolean }) {
  const { mutationKey, action, done, refetches, explain = adminErrorText, resolve, ...text } = pending
  const mutation = useAction({
    mutationKey,
    mutationFn: async () => void (await action?.()),
    refetches,
    waits: true,
    onSuccess: () => {
      close(pending, true)
      if (done) toast.success(done)
    },
    onError: (error) => {
      if (pendingStore.get() === pending) return
      toast.error(explain(error))
      resolve(false)
    },
  })
  return (
    <ConfirmDialog
      {...text}
      open={isOpen}
      explain={explain}
      action={mutation}
      onClose={() => close(pending, false)}
      onConfirm={() => (action ? void mutation.mutate() : close(pending, true))}
    />
  )
}

/** Dialog of `confirm`. Navigation, sign-out and loss of rights close it, but a running action continues. */
export function ConfirmRoot({ userId }: { userId: string | undefined }) {
  const pending = useSyncExternalStore(pendingStore.subscribe, pendingStore.get)
  const queryClient = useQueryClient()
  const location = useLocation()
  // Typing in a search box replaces the URL, which must not close the dialog.
  const isReplaced = useNavigationType() === 'REPLACE'
  const before = useRef(location)
  const dismiss = useEffectEvent(() => {
    if (!pending) return
    pendingStore.set(undefined)
    if (queryClient.isMutating({ mutationKey: pending.mutationKey }) === 0) pending.resolve(false)
  })
  useEffect(() => {
    if (!isReplaced || location.pathname !== before.current.pathname) dismiss()
    before.current = location
  }, [location, isReplaced])
  useEffect(() => {
    if (userId !== undefined) return () => dismiss()
    return undefined
  }, [userId])
  // Kept while it fades out.
  const [last, setLast] = useState(pending)
  if (pending && pending !== last) setLast(pending)
  return last && <PendingDialog key={last.mutationKey[0]} pending={last} isOpen={pending === last} />
}
