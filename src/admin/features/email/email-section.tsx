import { Tabs } from '@/admin/components/tabs'
import { RecaptchaSettings } from './recaptcha-settings'
import { SetupGuide } from './setup-guide'
import { SupabaseConfiguration } from './supabase-configuration'
import { TestEmailForm } from './test-email-form'

export default function EmailSection() {
  return (
    <Tabs
      label="Email settings"
      tabs={[
        { key: 'supabase', label: 'Supabase Configuration', content: <SupabaseConfiguration /> },
        { key: 'recaptcha', label: 'reCAPTCHA Settings', content: <RecaptchaSettings /> },
        { key: 'test', label: 'Test Email', content: <TestEmailForm /> },
        { key: 'guide', label: 'Setup Guide', content: <SetupGuide /> },
      ]}
    />
  )
}
