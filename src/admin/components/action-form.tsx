import type { FormEvent, ReactNode } from 'react'
import { Alert, useFocusWhenShown } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'

type ActionFormProps = {
  action: { isPending: boolean; error: unknown }
  errorTitle?: string
  explain: (error: unknown) => ReactNode
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  label: string
  busyLabel: string
  /** Whether it cannot be sent at all. */
  disabled?: boolean
  other?: { label: string; onClick: () => void }
  children: ReactNode
}

/** A form that sends one action: why the last attempt failed stands above the fields, which keep what was typed. */
export function ActionForm({
  action: { isPending, error },
  errorTitle = 'Error!',
  explain,
  onSubmit,
  disabled = false,
  other,
  children,
  ...labels
}: ActionFormProps) {
  const notice = useFocusWhenShown<HTMLDivElement>(error)
  return (
    <form noValidate aria-busy={isPending} className="grid gap-5" onSubmit={onSubmit}>
      {error !== null && !isPending && (
        <Alert ref={notice} tone="error" title={errorTitle}>
          {explain(error)}
        </Alert>
      )}
      {children}
      <Button type="submit" disabled={isPending || disabled} variant="green">
        {isPending ? labels.busyLabel : labels.label}
      </Button>
      {other && (
        <Button variant="link" className="justify-self-start" disabled={isPending} onClick={other.onClick}>
          {other.label}
        </Button>
      )}
    </form>
  )
}
