import type { ReactNode } from 'react'
import { Card } from '@/admin/components/card'
import { SectionHeader } from '@/admin/components/section-header'
import { site } from '@/content/site'

const sendingDomain = site.mailFrom.split('@')[1] ?? ''

function Command({ children }: { children: string }) {
  return (
    <pre
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
      tabIndex={0}
      className="overflow-x-auto rounded-lg bg-ink px-4 py-3 text-paper text-xs leading-relaxed"
    >
      <code>{children}</code>
    </pre>
  )
}

const records = [
  {
    kind: 'SPF',
    name: sendingDomain,
    value: 'v=spf1 include:YOUR-PROVIDER ~all',
    why: 'Lists the servers that can send for your domain. Only one SPF record per domain: if you have one, add to it.',
  },
  {
    kind: 'DKIM',
    name: `SELECTOR._domainkey.${sendingDomain}`,
    value: 'the record from your provider',
    why: 'Signs every email so it can’t be altered in transit.',
  },
  {
    kind: 'DMARC',
    name: `_dmarc.${sendingDomain}`,
    value: `v=DMARC1; p=none; rua=mailto:${site.email}`,
    why: 'Tells receiving servers what to do with mail that fails. Start with p=none, check the reports, then move to p=quarantine.',
  },
] as const

const steps: readonly { title: string; body: ReactNode }[] = [
  {
    title: 'Choose a mail provider',
    body: (
      <p>
        Any SMTP server will do. With Resend: add the domain <code>{sendingDomain}</code>, then use host{' '}
        <code>smtp.resend.com</code>, port <code>465</code>, user <code>resend</code> and an API key as the password.
        Hosted functions can’t use ports 25 and 587, so use 465 or 2525.
      </p>
    ),
  },
  {
    title: 'Verify your domain',
    body: (
      <>
        <p>Add these TXT records at your DNS provider. Verification takes from a few minutes to a day.</p>
        <ul className="grid gap-3">
          {records.map(({ kind, name, value, why }) => (
            <li key={kind} className="rounded-lg border border-concrete-200 px-4 py-3">
              <p>
                <strong>{kind}</strong> · {why}
              </p>
              <p className="mt-1 text-xs [overflow-wrap:anywhere]">
                <code>{name}</code>
                <br />
                <code>{value}</code>
              </p>
            </li>
          ))}
        </ul>
      </>
    ),
  },
  {
    title: 'Set the functions’ secrets',
    body: (
      <>
        <p>They stay on the server. Never put mail provider keys in the website’s own settings.</p>
        <Command>{`npx supabase@3 secrets set \\
  SMTP_HOST=smtp.resend.com SMTP_PORT=465 \\
  SMTP_USER=resend SMTP_PASS=YOUR-API-KEY \\
  MAIL_FROM=${site.mailFrom} \\
  COMPANY_EMAIL=${site.email}`}</Command>
        <p>
          For password emails, put the same settings in <code>supabase/.env</code> and run{' '}
          <code>npx supabase@3 config push</code>.
        </p>
      </>
    ),
  },
  {
    title: 'Deploy and test',
    body: (
      <>
        <Command>npx supabase@3 functions deploy</Command>
        <p>Then send a test email, view its source and check that SPF, DKIM and DMARC all say ‘pass’.</p>
      </>
    ),
  },
]

export function SetupGuide() {
  return (
    <div className="grid max-w-3xl grid-cols-1 gap-5">
      <SectionHeader title="Setup Guide" description="How to get your email sent, delivered and trusted." />
      <ol className="grid grid-cols-1 gap-4">
        {steps.map(({ title, body }, index) => (
          <Card as="li" key={title} className="grid grid-cols-1 gap-3 p-5 text-sm md:grid-cols-[2.5rem_1fr]">
            <span aria-hidden className="font-semibold text-concrete-600 text-lg tabular-figures">
              {index + 1}
            </span>
            <div className="grid min-w-0 grid-cols-1 gap-3 wrap-anywhere">
              <h3 className="text-base">{title}</h3>
              {body}
            </div>
          </Card>
        ))}
      </ol>
    </div>
  )
}
