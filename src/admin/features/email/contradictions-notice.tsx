import { adminErrorText, adminMessages } from '@/admin/messages'
import { contradictions, useServerSettings } from './server-settings'
import { StatusBanner } from './status'

/** Says which settings contradict each other, or that the server's could not be read. */
export function ContradictionsNotice() {
  const { data, error } = useServerSettings()
  if (!data) {
    if (!error) return null
    return (
      <StatusBanner tone="warning" title={adminMessages.email.settingsUnknown}>
        {adminErrorText(error)}
      </StatusBanner>
    )
  }
  return contradictions(data).map((sentence) => (
    <StatusBanner key={sentence} tone="warning" title={adminMessages.email.contradiction}>
      {sentence}
    </StatusBanner>
  ))
}
