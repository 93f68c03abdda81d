import { LINK_TOKEN } from '@contract/limits'
import { type ReactNode, useEffect, useState } from 'react'
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
  if (!LINK_TOKEN.test(token)) return { state: 'unknown' }
  return v.parse(withdrawalSchema, await callRpc('review_withdrawal', signal, { p_token: token }))
}

const responseSchema = v.object({ success: v.boolean(), message: v.fallback(v.string(), '') })

// Throws if it may not have been withdrawn.
const withdraw = async (token: string): Promise<State> => {
  const response = await fetchBackend('/functions/v1/send-email', { body: { withdrawal: token } })
  const { success, message } = v.parse(responseSchema, await response.json())
  if (success) return { state: 'done' }
  // Withdrawn in another tab, or removed since.
  if (response.status === 404) return readWithdrawal(token)
  throw new Error(message || messages.offline)
}

type WithdrawalProps = { token: string; onClose: () => void; onWithdrawn: (text: string) => void }

/** Asks the author of a review whether to withdraw it, so that opening the link changes nothing. */
export function Withdrawal({ token, onClose, onWithdrawn }: WithdrawalProps) {
  const [state, setState] = useState<State>({ state: 'loading' })
  const [problem, setProblem] = useState('')

  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt reads again.
  useEffect(() => {
    const controller = new AbortController()
    setState({ state: 'loading' })
    readWithdrawal(token, controller.signal).then(setState, (error: unknown) => {
      if (!controller.signal.aborted) setState({ state: 'failed', error })
    })
    return () => controller.abort()
  }, [token, attempt])

  const { sending, submit } = useSubmission(async (text: string) => {
    setProblem('')
    try {
      const answer = await withdraw(token)
      setState(answer)
      requestDueRebuild()
      onWithdrawn(text)
    } catch (error) {
      setProblem(error instanceof Error && error.constructor === Error ? error.message : messages.offline)
    }
  })

  const body: Record<State['state'], () => ReactNode> = {
    loading: () => <p role="status">{withdrawalMessages.loading}</p>,
    open: () => (
      <>
        <FocusedMessage className="grid gap-5">
          <p>{withdrawalMessages.explanation}</p>
          <blockquote dir="auto" className="border-l-4 border-green pl-4 whitespace-pre-line wrap-anywhere">
            {state.state === 'open' && state.text}
          </blockquote>
        </FocusedMessage>
        {problem && (
          <Alert tone="error" title={messages.errorTitle}>
            {problem}
          </Alert>
        )}
        <div className="flex flex-wrap gap-3">
          <Button
            variant="destructive"
            busy={sending}
            onClick={() => state.state === 'open' && void submit(state.text)}
          >
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
        <Button variant="outline" onClick={() => setAttempt(attempt + 1)}>
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
