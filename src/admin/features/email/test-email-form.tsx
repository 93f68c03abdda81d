import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { ErrorPanel } from '@/admin/components/error-panel'
import { SectionHeader } from '@/admin/components/section-header'
import { adminMessages } from '@/admin/messages'
import { buttonClass } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { toast } from '@/components/ui/toast'
import { site } from '@/content/site'
import { ENQUIRY_LIMITS } from '@/domain/limits'
import { textFields } from '@/lib/form-data'
import { type FieldProblem, validate } from '@/lib/validate'
import { fieldText } from '@/messages'
import { backendSettings } from './backend-settings'
import { sendTestEmail, TEST_MESSAGE_MAX, testEmailProblem, testEmailSchema } from './send-test-email'
import { StatusBanner } from './status-banner'

const { email: messages } = adminMessages

/** Test Email: sends one message to the company's own mailbox and says what became of it. */
export function TestEmailForm() {
  const [problems, setProblems] = useState<Record<string, FieldProblem>>({})
  const busy = useRef(false)
  const { mutate, isPending, isSuccess, error, reset, variables } = useMutation({ mutationFn: sendTestEmail })

  const submit = (form: HTMLFormElement) => {
    // The button is disabled only with the next render: both clicks of a double click come before it.
    if (busy.current) return
    const checked = validate(testEmailSchema, textFields(form))
    setProblems(checked.ok ? {} : checked.problems)
    if (!checked.ok) {
      reset()
      const [first = ''] = Object.keys(checked.problems)
      const field = form.elements.namedItem(first)
      if (field instanceof HTMLElement) field.focus()
      if (checked.problems.fromEmail === 'missing') toast.error(messages.missingAddress)
      return
    }
    busy.current = true
    mutate(checked.value, {
      onSuccess: (_, { fromEmail }) => toast.success(messages.testSent(site.email, fromEmail)),
      onError: (cause) => toast.error(testEmailProblem(cause)),
      onSettled: () => {
        busy.current = false
      },
    })
  }

  return (
    <div className="grid max-w-3xl gap-5">
      <SectionHeader
        title="Test Email"
        description={`Travels the whole way of an enquiry, to ${site.email}. It is not stored with the enquiries.`}
      />
      {backendSettings().embedded && (
        <StatusBanner tone="info" title="Development">
          All e-mail of the embedded backend ends in its mailbox:{' '}
          <a href="/__mail" className="text-green-dark underline underline-offset-4">
            open the mailbox
          </a>
          .
        </StatusBanner>
      )}
      {isSuccess && !isPending && (
        <StatusBanner tone="good" title="The mail server accepted the test e-mail">
          Sent to {site.email}; answering it goes to {variables.fromEmail}.
        </StatusBanner>
      )}
      {error && !isPending && (
        <ErrorPanel error={error} title={messages.testFailed}>
          {testEmailProblem(error)}
        </ErrorPanel>
      )}
      <form
        noValidate
        aria-busy={isPending}
        className="grid gap-4 rounded-card border border-concrete-200 bg-white p-5"
        onSubmit={(event: FormEvent<HTMLFormElement>) => {
          event.preventDefault()
          submit(event.currentTarget)
        }}
      >
        <Field
          label="Test email address"
          name="fromEmail"
          hint="Yours, for example: the test e-mail names it as the address to answer."
          error={problems.fromEmail === 'missing' ? messages.missingAddress : fieldText(problems.fromEmail)}
        >
          {(control) => <input {...control} type="email" required autoComplete="email" />}
        </Field>
        <Field label="Subject" name="subject" error={fieldText(problems.subject, ENQUIRY_LIMITS.subject)}>
          {(control) => <input {...control} type="text" required defaultValue={`Test e-mail from ${site.name}`} />}
        </Field>
        <Field label="Message" name="message" error={fieldText(problems.message, TEST_MESSAGE_MAX)}>
          {(control) => (
            <textarea
              {...control}
              required
              rows={5}
              dir="auto"
              defaultValue="This is a test. If you can read it, the website can send e-mail."
            />
          )}
        </Field>
        <div>
          <button type="submit" disabled={isPending} className={buttonClass({ variant: 'green' })}>
            {isPending ? 'Sending...' : 'Send Test Email'}
          </button>
        </div>
      </form>
    </div>
  )
}
