import { useState } from 'react'
import { useAction } from '@/admin/backend/query-client'
import { ActionForm } from '@/admin/components/form'
import { adminErrorText, adminMessages } from '@/admin/words/messages'
import { FocusedMessage } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { TextField } from '@/components/ui/field'
import { QrDrawing } from '@/components/ui/qr-drawing'
import { toast } from '@/components/ui/toast'
import { site } from '@/content/site'
import { factorNameSchema } from '@/domain/user'
import { qrCode } from '@/lib/qr-code'
import { CodeForm } from './code-form'
import { finishFactor, type NewFactor, startFactor } from './second-factor'

const { secondFactor: texts } = adminMessages

const groupsOfFour = (secret: string) => secret.replace(/.{4}(?=.)/g, '$& ')

export type SetUpFactorProps = {
  email: string
  /** The name it is given unless another one is typed. */
  name: string
  onDone: () => void
  onCancel: () => void
}

function NameForm({ name, onCancel, onStarted }: SetUpFactorProps & { onStarted: (factor: NewFactor) => void }) {
  const action = useAction({
    mutationFn: ({ name }: { name: string }) => startFactor(name),
    onSuccess: onStarted,
  })
  return (
    <ActionForm
      schema={factorNameSchema}
      action={action}
      explain={adminErrorText}
      label="Continue"
      busyLabel="Preparing..."
      other={{ label: 'Cancel', onClick: onCancel }}
    >
      <TextField
        label="Name"
        name="name"
        defaultValue={name}
        autoFocus
        autoComplete="off"
        limit={40}
        missing={texts.missingName}
        hint="The device that the app is on, so that you can tell two apart."
      />
    </ActionForm>
  )
}

/** Sets up a second factor: a name, the QR code for an authenticator app, and the first code from it. */
export default function SetUpFactor(props: SetUpFactorProps) {
  const [factor, setFactor] = useState<NewFactor>()
  const [isProved, setProved] = useState(false)
  if (!factor)
    return (
      <>
        <p>
          You need an authenticator app on your phone, such as Google Authenticator, Microsoft Authenticator or 2FAS.
          From then on you sign in with your password and a code from it.
        </p>
        <NameForm {...props} onStarted={setFactor} />
      </>
    )
  if (isProved)
    return (
      <>
        <FocusedMessage className="rounded-lg border border-green-dark bg-green/10 px-4 py-3">
          <p>
            It works. In the app it is listed as “{site.name} ({props.email})”.
          </p>
        </FocusedMessage>
        <Button onClick={props.onDone}>Done</Button>
      </>
    )
  return (
    <>
      <p>Scan this with the app, or type the key into it. Then enter the code that it shows.</p>
      <QrDrawing
        drawing={qrCode(factor.uri)}
        label="QR code for the authenticator app"
        className="mx-auto w-full max-w-56 rounded-lg border border-concrete-200"
      />
      <p>
        Key: <code className="wrap-anywhere font-mono">{groupsOfFour(factor.secret)}</code>
      </p>
      <a
        href={factor.uri}
        className="justify-self-start text-green-dark underline underline-offset-4 pointer-fine:hidden"
      >
        Open it in the app on this phone
      </a>
      <CodeForm
        prove={async (code) => {
          const othersEnded = await finishFactor(factor, code)
          toast.success(texts.added(factor.name))
          if (!othersEnded) toast.error(texts.othersStillIn)
        }}
        onProved={() => setProved(true)}
        onEnded={props.onCancel}
        other={{ label: 'Cancel', onClick: props.onCancel }}
      />
    </>
  )
}
