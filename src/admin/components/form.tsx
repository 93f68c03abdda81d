import type { ReactNode } from 'react'
import type { GenericSchema, InferOutput } from 'valibot'
import { Button } from '@/components/ui/button'
import { Form, type FormProps, SubmitButton } from '@/components/ui/form'
import { validate } from '@/lib/validate'

export type ActionFormProps<Schema extends GenericSchema> = {
  schema: Schema
  action: { mutateAsync: (values: InferOutput<Schema>) => Promise<unknown>; isPending: boolean }
  explain: NonNullable<FormProps<never>['explain']>
  errorTitle?: string
  label: string
  busyLabel: string
  disabled?: boolean
  other?: { label: string; onClick: () => void } | undefined
  children: ReactNode
}

export function ActionForm<Schema extends GenericSchema>(props: ActionFormProps<Schema>) {
  const { schema, action, label, busyLabel, disabled = false, other, children, ...form } = props
  return (
    <>
      <Form
        {...form}
        check={(typed) => validate(schema, typed)}
        action={async (values) => void (await action.mutateAsync(values))}
        className="grid gap-5"
      >
        {children}
        <SubmitButton busyLabel={busyLabel} disabled={disabled}>
          {label}
        </SubmitButton>
      </Form>
      {other && (
        <Button variant="link" className="justify-self-start" busy={action.isPending} onClick={other.onClick}>
          {other.label}
        </Button>
      )}
    </>
  )
}
