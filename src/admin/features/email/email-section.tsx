import { useSearchParams } from 'react-router-dom'
import { Tabs } from '@/admin/components/tabs'
import { RecaptchaSettings } from './recaptcha-settings'
import { SetupGuide } from './setup-guide'
import { SupabaseConfiguration } from './supabase-configuration'
import { TestEmailForm } from './test-email-form'

const tabs = [
  { key: 'supabase', label: 'Supabase Configuration', Content: SupabaseConfiguration },
  { key: 'recaptcha', label: 'reCAPTCHA Settings', Content: RecaptchaSettings },
  { key: 'test', label: 'Test Email', Content: TestEmailForm },
  { key: 'guide', label: 'Setup Guide', Content: SetupGuide },
] as const

/** Email Settings: whether e-mail works, and how to make it work. The dashboard's header holds the heading. */
export default function EmailSection() {
  const [search, setSearch] = useSearchParams()
  const { key: current } = tabs.find(({ key }) => key === search.get('tab')) ?? tabs[0]
  return (
    <Tabs
      label="Email settings"
      value={current}
      onValueChange={(key) =>
        setSearch(
          (before) => {
            before.set('tab', key)
            return before
          },
          { preventScrollReset: true },
        )
      }
      tabs={tabs.map(({ key, label, Content }) => ({ key, label, content: <Content /> }))}
    />
  )
}
