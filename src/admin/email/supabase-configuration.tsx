import type { ServerSettings } from '@contract/settings'
import { type UseQueryResult, useQueries } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { Badge } from '@/admin/components/badge'
import { SectionHeader } from '@/admin/components/section-header'
import { SmallButton } from '@/admin/components/small-button'
import { adminErrorText } from '@/admin/text/messages'
import { backendParts, getBackendSettings } from './backend-parts'
import { useServerSettings } from './server-settings'
import { CodeList, Facts, StatusBanner } from './status'

function ServerSettingsFacts({ settings }: { settings: ServerSettings }) {
  const { companyEmail, mailTo, mailFrom, siteUrl, siteOrigins, smtpPort, smtpSignIn, deployHook } = settings
  return (
    <div className="grid gap-3">
      <h3 className="text-base">Server settings</h3>
      <Facts
        facts={{
          'Company email': <code>{companyEmail}</code>,
          'Enquiries go to': <code>{mailTo}</code>,
          'Emails are sent from': <code>{mailFrom}</code>,
          Website: <code>{siteUrl}</code>,
          'Cards shared from': <CodeList texts={siteOrigins} />,
          'Mail server': `Port ${smtpPort}, ${smtpSignIn ? 'with' : 'without'} a username and password`,
          'Build hook': deployHook ? 'Set: publishing triggers a rebuild' : 'Not set',
        }}
      />
    </div>
  )
}

function CheckResult({ result }: { result: UseQueryResult<number> | undefined }) {
  if (!result || result.isFetching) return <Badge>Checking</Badge>
  return (
    <span className="flex flex-wrap items-center gap-2">
      <Badge tone={result.isError ? 'danger' : 'good'}>{result.isError ? 'Not working' : 'Working'}</Badge>
      {result.isError ? (
        <span>{adminErrorText(result.error)}</span>
      ) : (
        <span className="text-concrete-600 tabular-figures">{`${result.data} ms`}</span>
      )}
    </span>
  )
}

export function SupabaseConfiguration() {
  const { url, embedded, maskedKey } = getBackendSettings()
  const { data: settings, refetch: readSettings } = useServerSettings()
  const results = useQueries({
    queries: backendParts.map(({ key, check }) => ({
      queryKey: ['email', 'status', key],
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        const started = performance.now()
        await check(signal)
        return Math.max(1, Math.round(performance.now() - started))
      },
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
    if (failed.length === 0) return <StatusBanner tone="good" title="All services are responding" />
    return (
      <StatusBanner tone="warning" title={`Not working: ${failed.map(({ label }) => label.toLowerCase()).join(', ')}`}>
        Email and moderation need all three. See below for details.
      </StatusBanner>
    )
  }

  return (
    <div className="grid gap-5">
      <SectionHeader
        title="Supabase Configuration"
        description="The backend that stores reviews and enquiries, signs you in and sends email."
        actions={
          <SmallButton busy={checking} onClick={checkAgain} Icon={RefreshCw}>
            {checking ? 'Checking...' : 'Check again'}
          </SmallButton>
        }
      />
      {banner()}
      <Facts
        facts={Object.fromEntries(
          parts.map(({ label, result }) => [label, <CheckResult key={label} result={result} />]),
        )}
      />
      <Facts
        facts={{
          'Project address': <code>{url}</code>,
          Type: embedded ? 'Embedded in the development server; email goes to its local mailbox' : 'Hosted project',
          'Public key': maskedKey ? <code>{maskedKey}</code> : 'Missing',
        }}
      />
      {settings && <ServerSettingsFacts settings={settings} />}
    </div>
  )
}
