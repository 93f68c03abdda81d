import { queryClient } from '@/admin/backend/query-client'
import { ActionForm } from '@/admin/components/form'
import { textLinkClass } from '@/admin/components/text-link'
import { useAction } from '@/admin/components/use-action'
import { adminErrorText, adminMessages } from '@/admin/text/messages'
import { TextField } from '@/components/ui/field'
import { QrDrawing } from '@/components/ui/qr-drawing'
import { toast } from '@/components/ui/toast'
import { site } from '@/content/site'
import { factorNameSchema } from '@/domain/user'
import { isAppError } from '@/lib/errors'
import { qrCode } from '@/lib/qr-code'
import { CodeForm } from './code-form'
import { enrollFactor, factorsKey, verifyEnrollment } from './two-factor'

const { secondFactor: texts } = adminMessages

const groupsOfFour = (secret: string) => secret.replace(/.{4}(?=.)/g, '$& ')

export type SetUpFactorProps = {
  email: string
  name?: string
  onDone?: () => void
  other?: { label: string; onClick: () => void } | undefined
}

export default function SetUpFactor({ email, name = 'Phone', onDone, other }: SetUpFactorProps) {
  const start = useAction({ mutationFn: ({ name }: { name: string }) => enrollFactor(name) })
  const factor = start.data
  if (!factor)
    return (
      <>
        <p>
          You’ll need an authenticator app on your phone, for example Google Authenticator, Microsoft Authenticator or
          2FAS. Once it’s set up, you’ll sign in with your password and a code from the app.
        </p>
        <ActionForm
          schema={factorNameSchema}
          action={start}
          explain={adminErrorText}
          label="Continue"
          busyLabel="Preparing..."
          other={other}
        >
          <TextField
            label="Name"
            name="name"
            defaultValue={name}
            autoFocus
            autoComplete="off"
            limit={40}
            missing={texts.missingName}
            hint="The device the app is on, so you can tell two apart."
          />
        </ActionForm>
      </>
    )
  return (
    <>
      <p>Scan this with the app or type in the key, then enter the code it shows.</p>
      <QrDrawing
        drawing={qrCode(factor.uri)}
        label="QR code for the authenticator app"
        className="mx-auto w-full max-w-56 rounded-lg border border-concrete-200"
      />
      <p>
        Key: <code className="wrap-anywhere font-mono">{groupsOfFour(factor.secret)}</code>
      </p>
      <a href={factor.uri} className={`${textLinkClass} justify-self-start pointer-fine:hidden`}>
        Open in the app on this phone
      </a>
      <CodeForm
        prove={async (code) => {
          const othersEnded = await verifyEnrollment(factor, code).catch((error: unknown) => {
            if (isAppError(error, 'not-found')) {
              start.reset()
              toast.error(texts.begunAgain)
            }
            throw error
          })
          toast.success(texts.added(factor.name, `${site.name} (${email})`))
          if (!othersEnded) toast.error(texts.othersStillIn)
        }}
        onProved={() => {
          void queryClient.invalidateQueries({ queryKey: factorsKey })
          onDone?.()
        }}
        other={other}
      />
    </>
  )
}
