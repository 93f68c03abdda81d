import { TextField } from '@/components/ui/field'
import { Form, SubmitButton } from '@/components/ui/form'
import { toast } from '@/components/ui/toast'
import { site } from '@/content/site'
import { lazyModule } from '@/lib/lazy-module'
import { fieldText } from '@/messages'
import { businessCardMessages } from '@/messages/business-card'
import { OUTDATED } from '@/messages/everywhere'
import { loadErrorText } from '@/messages/load-error'

const { missingEmail, processing, fallback } = businessCardMessages

const shareModule = lazyModule(() => import('./share-business-card'))

// The mounted form already announces it.
const refuse = (text: string, form: HTMLFormElement) => void toast.error(text, { silent: form.isConnected })

export function ShareForm() {
  return (
    <Form
      check={async (typed) => (await shareModule.load()).checkShare(typed)}
      action={async ({ email }, form) => {
        const { shareBusinessCard } = await shareModule.load()
        toast.info(processing)
        const outcome = await shareBusinessCard(email)
        if (!outcome.ok) refuse(outcome.message, form)
        else {
          toast.success(outcome.message)
          form.reset()
        }
        return outcome
      }}
      explain={(error, form) => {
        const text = loadErrorText(error, fallback, OUTDATED)
        refuse(text, form)
        return text
      }}
      onInvalid={({ email }, form) => {
        refuse(fieldText(email, { missing: missingEmail }) ?? missingEmail, form)
        return undefined
      }}
      onFocus={shareModule.prefetch}
      successTitle="Success!"
      className="needs-scripts grid gap-4"
    >
      <TextField
        label="Recipient email address"
        name="email"
        type="email"
        hint={`We’ll send one email with this card from ${site.name}, and only keep the address to deliver it and prevent misuse.`}
        missing={missingEmail}
        autoComplete="off"
      />
      <div>
        <SubmitButton busyLabel="Sending..." variant="green">
          Share card
        </SubmitButton>
      </div>
    </Form>
  )
}
