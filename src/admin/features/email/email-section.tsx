import { Tabs } from '@/admin/components/tabs'
import { ContradictionsNotice } from './contradictions-notice'
import { RecaptchaSettings } from './recaptcha-settings'
import { SetupGuide } from './setup-guide'
import { SupabaseConfiguration } from './supabase-configuration'
import { TestEmailForm } from './test-email-form'

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
