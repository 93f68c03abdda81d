import { Tabs } from '@/admin/components/tabs'
import { adminErrorText, adminMessages } from '@/admin/text/messages'
import { RecaptchaSettings } from './recaptcha-settings'
import { findServerSettingsMismatches, useServerSettings } from './server-settings'
import { SetupGuide } from './setup-guide'
import { StatusBanner } from './status'
import { SupabaseConfiguration } from './supabase-configuration'
import { TestEmailForm } from './test-email-form'

function ContradictionsNotice() {
  const { data, error } = useServerSettings()
  if (data)
    return findServerSettingsMismatches(data).map((sentence) => (
      <StatusBanner key={sentence} tone="warning" title={adminMessages.email.contradiction}>
        {sentence}
      </StatusBanner>
    ))
  return (
    error && (
      <StatusBanner tone="warning" title={adminMessages.email.settingsUnknown}>
        {adminErrorText(error)}
      </StatusBanner>
    )
  )
}

export default function EmailSection() {
  return (
    <div className="grid grid-cols-1 gap-5">
      <ContradictionsNotice />
      <Tabs
        label="Email settings"
        tabs={[
          { key: 'supabase', label: 'Supabase Configuration', content: <SupabaseConfiguration /> },
          { key: 'recaptcha', label: 'reCAPTCHA Settings', content: <RecaptchaSettings /> },
          { key: 'test', label: 'Test Email', content: <TestEmailForm /> },
          { key: 'guide', label: 'Setup Guide', content: <SetupGuide /> },
        ]}
      />
    </div>
  )
}
