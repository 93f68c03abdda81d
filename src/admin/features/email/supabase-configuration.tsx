import type { ServerSettings } from '@contract/settings'
import { useQueries } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { Badge } from '@/admin/components/badge'
import { SectionHeader } from '@/admin/components/section-header'
import { adminErrorText } from '@/admin/messages'
import { Button } from '@/components/ui/button'
import { backendParts, backendSettings, timed } from './backend'
import { useServerSettings } from './server-settings'
import { Facts, StatusBanner } from './status'

function ServerSettingsFacts({ settings }: { settings: ServerSettings }) {
  const { companyEmail, mailTo, mailFrom, siteUrl, siteOrigins, smtpPort, smtpSignIn, deployHook } = settings
  return (
    <div className="grid gap-3">
      <h3 className="font-sans text-base tracking-normal">Set on the server</h3>
      <Facts
        facts={[
          { label: 'Company e-mail', value: <code>{companyEmail}</code> },
          { label: 'Enquiries arrive at', value: <code>{mailTo}</code> },
          { label: 'E-mails come from', value: <code>{mailFrom}</code> },
          { label: 'Website', value: <code>{siteUrl}</code> },
          {
            label: 'Cards shared from',
            value: (
              <ul>
                {siteOrigins.map((origin) => (
                  <li key={origin}>
                    <code>{origin}</code>
                  </li>
                ))}
              </ul>
            ),
          },
          {
            label: 'Mail server',
            value: `Port ${smtpPort}, ${smtpSignIn ? 'with' : 'without'} a user and password`,
          },
          { label: 'Build hook', value: deployHook ? 'Set: publishing has the pages rebuilt' : 'Not set' },
        ]}
      />
    </div>
  )
}

export function SupabaseConfiguration() {
  const { url, embedded, maskedKey } = backendSettings()
  const { data: settings, refetch: readSettings } = useServerSettings()
  const results = useQueries({
    queries: backendParts.map(({ key, check }) => ({
      queryKey: ['email', 'status', key],
      queryFn: ({ signal }: { signal: AbortSignal }) => timed(check, signal),
      staleTime: 0,
      retry: false,
    })),
  })
  const parts = backendParts.map((part, index) => ({ ...part, result: results[index] }))
  const checking = parts.some(({ result }) => result?.isFetching)
  const failed = parts.filter(({ result }) => result?.isError && !result.isFetching)
  const checkAgain = () => {
    for (const { result } of parts) void result?.refetch()
    void readSettings()
  }

  const banner = () => {
    if (checking) return <StatusBanner tone="info" title="Checking the backend..." />
    if (failed.length === 0) return <StatusBanner tone="good" title="Everything answers" />
    return (
      <StatusBanner tone="warning" title={`Not working: ${failed.map(({ label }) => label.toLowerCase()).join(', ')}`}>
        E-mail and moderation need all three. The rows below say what was answered.
      </StatusBanner>
    )
  }

  return (
    <div className="grid gap-5">
      <SectionHeader
        title="Supabase Configuration"
        description="The backend that stores reviews and enquiries, signs you in and sends the e-mail."
        actions={
          <Button disabled={checking} onClick={checkAgain} variant="outline" size="sm">
            <RefreshCw aria-hidden className="size-4" />
            {checking ? 'Checking...' : 'Check again'}
          </Button>
        }
      />
      {banner()}
      <Facts
        facts={parts.map(({ label, result }) => ({
          label,
          value: result?.isFetching ? (
            <Badge>Checking</Badge>
          ) : result?.isError ? (
            <span className="flex flex-wrap items-center gap-2">
              <Badge tone="danger">Not working</Badge> {adminErrorText(result.error)}
            </span>
          ) : (
            <span className="flex flex-wrap items-center gap-2">
              <Badge tone="good">Working</Badge>
              <span className="text-concrete-600 tabular-nums">{result?.data} ms</span>
            </span>
          ),
        }))}
      />
      <Facts
        facts={[
          { label: 'Project address', value: <code>{url}</code> },
          {
            label: 'Kind',
            value: embedded ? 'Embedded in the development server; e-mail ends in its mailbox' : 'Hosted project',
          },
          { label: 'Public key', value: maskedKey ? <code>{maskedKey}</code> : 'Missing' },
        ]}
      />
      {settings && <ServerSettingsFacts settings={settings} />}
    </div>
  )
}
