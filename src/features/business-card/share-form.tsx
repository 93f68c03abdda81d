import { type FormEvent, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { toast } from '@/components/ui/toast'
import { useSubmission } from '@/components/ui/use-submission'
import { site } from '@/content/site'
import { AppError } from '@/lib/errors'
import { textFields } from '@/lib/form-data'
import { lazyModule } from '@/lib/lazy-module'
import type { FieldProblem } from '@/lib/validate'
import { errorText, fieldText, messages } from '@/messages'

const shareCode = lazyModule(() => import('./share-business-card'))

const reportFailure = (error: unknown) => {
  const isOutdated = error instanceof AppError && error.code === 'outdated'
  toast.error(isOutdated ? errorText('outdated') : messages.businessCard.fallback)
}

export function ShareForm() {
  const [problem, setProblem] = useState<FieldProblem>()
  const input = useRef<HTMLInputElement>(null)

  const { sending, submit } = useSubmission(async (form: HTMLFormElement) => {
    const typed = textFields(form)
    const code = await shareCode.load().catch(reportFailure)
    if (!code) return
    const checked = code.checkShare(typed)
    setProblem(checked.ok ? undefined : checked.problems.email)
    if (!checked.ok) {
      const text = checked.problems.email === 'missing' ? undefined : fieldText(checked.problems.email)
      toast.error(text ?? messages.businessCard.missingEmail)
      input.current?.focus()
      return
    }
    toast.info(messages.businessCard.processing)
    try {
      const reply = await code.shareBusinessCard(checked.value.email)
      if (!reply.ok) return toast.error(reply.message)
      toast.success(messages.businessCard.success)
      form.reset()
    } catch (error) {
      reportFailure(error)
    }
  })

  return (
    <form
      // Before hydration, submitting then does nothing and keeps what was typed.
      method="dialog"
      noValidate
      aria-busy={sending}
      className="needs-scripts grid gap-4"
      onFocus={shareCode.prefetch}
      onSubmit={(event: FormEvent<HTMLFormElement>) => {
        event.preventDefault()
        void submit(event.currentTarget)
      }}
    >
      <Field
        label="Recipient email address"
        name="email"
        hint={`We send one email with this card, from ${site.name}, and keep the address only to deliver it and to stop misuse.`}
        error={fieldText(problem)}
      >
        {(control) => <input {...control} ref={input} required type="email" autoComplete="off" />}
      </Field>
      <div>
        <Button type="submit" busy={sending} variant="green">
          {sending ? 'Sending...' : 'Share card'}
        </Button>
      </div>
    </form>
  )
}
