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
    why: 'Says which servers may send for the domain. One SPF record per domain: add to the one that is there.',
  },
  {
    kind: 'DKIM',
    name: `SELECTOR._domainkey.${sendingDomain}`,
    value: 'the record your provider shows',
    why: 'Signs every email, so that nobody can change it on the way.',
  },
  {
    kind: 'DMARC',
    name: `_dmarc.${sendingDomain}`,
    value: `v=DMARC1; p=none; rua=mailto:${site.email}`,
    why: 'Tells receivers what to do with the rest. Begin with p=none, read the reports, then p=quarantine.',
  },
] as const

const steps: readonly { title: string; body: ReactNode }[] = [
  {
    title: 'Choose a mail provider',
    body: (
      <p>
        Any SMTP server will do. With Resend: add the domain <code>{sendingDomain}</code>, then use host{' '}
        <code>smtp.resend.com</code>, port <code>465</code>, user <code>resend</code> and an API key as the password.
        Hosted functions cannot use the ports 25 and 587; take 465 or 2525.
      </p>
    ),
  },
  {
    title: 'Let the domain vouch for it',
    body: (
      <>
        <p>Add these TXT records where the domain’s DNS is kept. Providers verify them within minutes to a day.</p>
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
    title: 'Give the functions the secrets',
    body: (
      <>
        <p>They stay on the server; no key of the mail provider belongs in the website’s own settings.</p>
        <Command>{`npx supabase@3 secrets set \\
  SMTP_HOST=smtp.resend.com SMTP_PORT=465 \\
  SMTP_USER=resend SMTP_PASS=YOUR-API-KEY \\
  MAIL_FROM=${site.mailFrom} \\
  COMPANY_EMAIL=${site.email}`}</Command>
        <p>
          For emails about passwords, keep the same settings in <code>supabase/.env</code> and run{' '}
          <code>npx supabase@3 config push</code>.
        </p>
      </>
    ),
  },
  {
    title: 'Deploy and try',
    body: (
      <>
        <Command>npx supabase@3 functions deploy</Command>
        <p>
          Then send one under ‘Test Email’, look at its source in the mailbox, and check that SPF, DKIM and DMARC say
          ‘pass’.
        </p>
      </>
    ),
  },
]

export function SetupGuide() {
  return (
    <div className="grid max-w-3xl grid-cols-1 gap-5">
      <SectionHeader title="Setup Guide" description="What it takes for email to leave, to arrive and to be trusted." />
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
