import { getSpamCheckState, type SpamCheck } from '@contract/settings-mismatches'
import { Badge } from '@/admin/components/badge'
import { SectionHeader } from '@/admin/components/section-header'
import { textLinkClass } from '@/admin/components/text-link'
import { adminErrorText, adminMessages } from '@/admin/text/messages'
import { site } from '@/content/site'
import { getBackendSettings } from './backend-parts'
import { useServerSettings } from './server-settings'
import { CodeList, Facts, StatusBanner } from './status'

const { email: messages } = adminMessages

const domains = [new URL(site.url).hostname, new URL(site.projectsHost).hostname]

const states = {
  both: {
    tone: 'good',
    title: 'The spam check is on',
    text: 'The contact form shows it and the server verifies responses.',
  },
  'site-key': {
    tone: 'warning',
    title: 'The spam check is shown but not verified',
    text: 'The server has no secret key, so it accepts every response. Set RECAPTCHA_SECRET_KEY.',
  },
  secret: {
    tone: 'warning',
    title: 'All enquiries are being rejected',
    text: 'The server expects a response, but the contact form doesn’t show the check.',
  },
  neither: {
    tone: 'warning',
    title: 'The spam check is off',
    text: 'Neither key is set. Per-visitor limits still apply.',
  },
} as const satisfies Record<SpamCheck, { tone: 'good' | 'warning'; title: string; text: string }>

function SpamCheckBanner({ siteKey }: { siteKey: boolean }) {
  const { data: settings, error } = useServerSettings()
  if (settings) {
    const { tone, title, text } = states[getSpamCheckState(siteKey, settings.recaptchaSecret)]
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
        : 'We can’t tell whether the server verifies responses.'}
    </StatusBanner>
  )
}

export function RecaptchaSettings() {
  const { siteKey, embedded } = getBackendSettings()
  const { data: settings } = useServerSettings()
  return (
    <div className="grid gap-5">
      <SectionHeader
        title="reCAPTCHA Settings"
        description="The ‘I’m not a robot’ check in the contact form, verified in the browser and again on the server."
      />
      <SpamCheckBanner siteKey={siteKey !== undefined} />
      {embedded && settings?.recaptchaSecret !== true && (
        <StatusBanner tone="info" title="Development">
          The embedded backend skips the check: without a secret key it accepts every response.
        </StatusBanner>
      )}
      <Facts
        facts={{
          'Registered domains': <CodeList texts={domains} />,
          Type: 'reCAPTCHA v2, checkbox',
          'Site key': siteKey ? <code>{siteKey}</code> : <Badge tone="warning">Not set</Badge>,
          'Secret key': (
            <>
              {settings && (
                <Badge tone={settings.recaptchaSecret ? 'good' : 'warning'}>
                  {settings.recaptchaSecret ? 'Set' : 'Not set'}
                </Badge>
              )}{' '}
              <span>
                Stored on the server and never shown here. Set it with{' '}
                <code>npx supabase@3 secrets set RECAPTCHA_SECRET_KEY=…</code>
              </span>
            </>
          ),
          'To change the keys': (
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
