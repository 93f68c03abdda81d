import { Badge } from '@/admin/components/badge'
import { SectionHeader } from '@/admin/components/section-header'
import { site } from '@/content/site'
import { backendSettings } from './backend'
import { Facts, StatusBanner } from './status'

const domains = [new URL(site.url).hostname, new URL(site.projectsHost).hostname]

export function RecaptchaSettings() {
  const { siteKey, embedded } = backendSettings()
  return (
    <div className="grid gap-5">
      <SectionHeader
        title="reCAPTCHA Settings"
        description="The 'I am not a robot' check of the contact form: verified in the browser and again on the server."
      />
      {siteKey ? (
        <StatusBanner tone="good" title="The spam check is shown in the contact form" />
      ) : (
        <StatusBanner tone="warning" title="The spam check is off">
          No site key was set when this site was built, so the contact form shows no check. Limits per visitor still
          apply.
        </StatusBanner>
      )}
      {embedded && (
        <StatusBanner tone="info" title="Development">
          The check is bypassed on the embedded backend: without a secret key the server accepts every answer.
        </StatusBanner>
      )}
      <Facts
        facts={[
          {
            label: 'Registered domains',
            value: (
              <ul>
                {domains.map((domain) => (
                  <li key={domain}>
                    <code>{domain}</code>
                  </li>
                ))}
              </ul>
            ),
          },
          { label: 'Kind', value: 'reCAPTCHA v2, checkbox' },
          {
            label: 'Site key',
            value: siteKey ? <code>{siteKey}</code> : <Badge tone="warning">Not set</Badge>,
          },
          {
            label: 'Secret key',
            value: (
              <>
                Kept by the server, never shown here. Set it with{' '}
                <code>supabase secrets set RECAPTCHA_SECRET_KEY=…</code>
              </>
            ),
          },
          {
            label: 'To change it',
            value: (
              <>
                Register both domains at{' '}
                <a
                  href="https://www.google.com/recaptcha/admin"
                  rel="noreferrer"
                  target="_blank"
                  className="text-green-dark underline underline-offset-4"
                >
                  google.com/recaptcha/admin
                </a>{' '}
                and build the site with <code>VITE_RECAPTCHA_SITE_KEY</code>.
              </>
            ),
          },
        ]}
      />
    </div>
  )
}
