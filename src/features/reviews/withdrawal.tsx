import { INVITATION_TOKEN } from '@contract/limits'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import * as v from 'valibot'
import { Alert, FocusedMessage } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Sheet } from '@/components/ui/sheet'
import { useSubmission } from '@/components/ui/use-submission'
import { site } from '@/content/site'
import { callRpc, fetchBackend } from '@/lib/backend'
import { messages } from '@/messages'
import { loadErrorText } from '@/messages/load-error'
import { withdrawalMessages } from '@/messages/withdrawal'
import { requestDueRebuild } from '@/published/fetch-site'

const withdrawalSchema = v.variant('state', [
  v.object({ state: v.literal('open'), text: v.string() }),
  v.object({ state: v.picklist(['withdrawn', 'removed', 'unknown']) }),
])
type State =
  | v.InferOutput<typeof withdrawalSchema>
  | { state: 'loading' | 'done' }
  | { state: 'failed'; error: unknown }

const readWithdrawal = async (token: string, signal?: AbortSignal): Promise<State> => {
  if (!INVITATION_TOKEN.test(token)) return { state: 'unknown' }
  return v.parse(withdrawalSchema, await callRpc('review_withdrawal', signal, { p_token: token }))
}

const replySchema = v.object({ success: v.boolean(), message: v.fallback(v.string(), '') })

// Throws if it may not have been withdrawn.
const withdraw = async (token: string): Promise<State> => {
  const response = await fetchBackend('/functions/v1/send-email', { body: { withdrawal: token } })
  const { success, message } = v.parse(replySchema, await response.json())
  if (success) return { state: 'done' }
  // Withdrawn in another tab, or removed since.
  if (response.status === 404) return readWithdrawal(token)
  throw new Error(message)
}

type WithdrawalProps = { token: string; onClose: () => void; onWithdrawn: () => void }

/** Asks the author of a review whether to withdraw it, so that opening the link changes nothing. */
export function Withdrawal({ token, onClose, onWithdrawn }: WithdrawalProps) {
  const [state, setState] = useState<State>({ state: 'loading' })
  const [problem, setProblem] = useState('')

  const load = useCallback(
    (signal?: AbortSignal) =>
      readWithdrawal(token, signal).then(setState, (error: unknown) => {
        if (!signal?.aborted) setState({ state: 'failed', error })
      }),
    [token],
  )
  useEffect(() => {
    const controller = new AbortController()
    void load(controller.signal)
    return () => controller.abort()
  }, [load])

  const { sending, submit } = useSubmission(async (link: string) => {
    setProblem('')
    try {
      const answer = await withdraw(link)
      setState(answer)
      if (answer.state !== 'done') return
      requestDueRebuild()
      onWithdrawn()
    } catch (error) {
      setProblem(error instanceof Error && error.constructor === Error ? error.message : messages.offline)
    }
  })

  const body: Record<State['state'], () => ReactNode> = {
    loading: () => <p role="status">{withdrawalMessages.loading}</p>,
    open: () => (
      <>
        <p>{withdrawalMessages.explanation}</p>
        <blockquote dir="auto" className="border-l-4 border-green pl-4 whitespace-pre-line wrap-anywhere">
          {state.state === 'open' && state.text}
        </blockquote>
        {problem && (
          <Alert tone="error" title={messages.errorTitle}>
            {problem}
          </Alert>
        )}
        <div className="flex flex-wrap gap-3">
          <Button variant="destructive" busy={sending} onClick={() => void submit(token)}>
            {sending ? 'Withdrawing...' : 'Withdraw review'}
          </Button>
          <Button variant="outline" busy={sending} onClick={onClose}>
            Keep it
          </Button>
        </div>
      </>
    ),
    failed: () => (
      <>
        <Alert tone="error" title={messages.errorTitle}>
          {state.state === 'failed' && loadErrorText(state.error, messages.offline)}
        </Alert>
        <Button variant="outline" onClick={() => void load()}>
          Try again
        </Button>
      </>
    ),
    done: () => <Outcome>{withdrawalMessages.done}</Outcome>,
    withdrawn: () => <Outcome>{withdrawalMessages.withdrawn}</Outcome>,
    removed: () => <Outcome>{withdrawalMessages.removed}</Outcome>,
    unknown: () => <Outcome>{withdrawalMessages.unknown(site.email)}</Outcome>,
  }
  return (
    <Sheet open onOpenChange={(open) => !open && !sending && onClose()} title="Withdraw your review" cover="right">
      <div className="grid justify-items-start gap-5 p-5">{body[state.state]()}</div>
    </Sheet>
  )
}

function Outcome({ children }: { children: string }) {
  return (
    <FocusedMessage>
      <p>{children}</p>
    </FocusedMessage>
  )
}
