import { type SpamCheck, spamCheckOf } from '@contract/agreement'
import { Badge } from '@/admin/components/badge'
import { SectionHeader } from '@/admin/components/section-header'
import { textLinkClass } from '@/admin/components/text-link'
import { adminErrorText, adminMessages } from '@/admin/words/messages'
import { site } from '@/content/site'
import { backendSettings } from './backend-parts'
import { useServerSettings } from './server-settings'
import { CodeList, Facts, StatusBanner } from './status'

const { email: messages } = adminMessages

const domains = [new URL(site.url).hostname, new URL(site.projectsHost).hostname]

const states = {
  both: {
    tone: 'good',
    title: 'The spam check is on',
    text: 'The contact form shows it, and the server verifies the answers.',
  },
  'site-key': {
    tone: 'warning',
    title: 'The spam check is shown, but nobody checks the answers',
    text: 'The server has no secret key, so it accepts every answer: set RECAPTCHA_SECRET_KEY.',
  },
  secret: {
    tone: 'warning',
    title: 'Every enquiry is refused',
    text: 'The server has a secret key and wants an answer to the check, which the contact form does not show.',
  },
  neither: {
    tone: 'warning',
    title: 'The spam check is off',
    text: 'Neither of its keys is set, so the contact form shows no check. Limits per visitor still apply.',
  },
} as const satisfies Record<SpamCheck, { tone: 'good' | 'warning'; title: string; text: string }>

function SpamCheckBanner({ siteKey }: { siteKey: boolean }) {
  const { data: settings, error } = useServerSettings()
  if (settings) {
    const { tone, title, text } = states[spamCheckOf(siteKey, settings.recaptchaSecret)]
    return (
      <StatusBanner tone={tone} title={title}>
        {text}
      </StatusBanner>
    )
  }
  const title = siteKey ? 'The spam check is shown in the contact form' : 'The contact form shows no spam check'
  return (
    <StatusBanner tone="info" title={title}>
      {error
        ? `${messages.settingsUnknown}: ${adminErrorText(error)}`
        : 'Whether the server checks the answers is not known here.'}
    </StatusBanner>
  )
}

export function RecaptchaSettings() {
  const { siteKey, embedded } = backendSettings()
  const { data: settings } = useServerSettings()
  return (
    <div className="grid gap-5">
      <SectionHeader
        title="reCAPTCHA Settings"
        description="The 'I am not a robot' check of the contact form: verified in the browser and again on the server."
      />
      <SpamCheckBanner siteKey={siteKey !== undefined} />
      {embedded && settings?.recaptchaSecret !== true && (
        <StatusBanner tone="info" title="Development">
          The check is bypassed on the embedded backend: without a secret key the server accepts every answer.
        </StatusBanner>
      )}
      <Facts
        facts={{
          'Registered domains': <CodeList texts={domains} />,
          Kind: 'reCAPTCHA v2, checkbox',
          'Site key': siteKey ? <code>{siteKey}</code> : <Badge tone="warning">Not set</Badge>,
          'Secret key': (
            <>
              {settings && (
                <Badge tone={settings.recaptchaSecret ? 'good' : 'warning'}>
                  {settings.recaptchaSecret ? 'Set' : 'Not set'}
                </Badge>
              )}{' '}
              <span>
                Kept by the server, never shown here. Set it with{' '}
                <code>npx supabase@3 secrets set RECAPTCHA_SECRET_KEY=…</code>
              </span>
            </>
          ),
          'To change it': (
            <>
              Register both domains at{' '}
              <a
                href="https://www.google.com/recaptcha/admin"
                rel="noreferrer"
                target="_blank"
                className={textLinkClass}
              >
                google.com/recaptcha/admin
              </a>{' '}
              and build the site with <code>VITE_RECAPTCHA_SITE_KEY</code>.
            </>
          ),
        }}
      />
    </div>
  )
}
