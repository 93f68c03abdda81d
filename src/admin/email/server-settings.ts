import { type ServerSettings, serverSettingsSchema } from '@contract/settings'
import { findSettingsMismatches, getSpamCheckState } from '@contract/settings-mismatches'
import { useQuery } from '@tanstack/react-query'
import * as v from 'valibot'
import { callFunction } from '@/admin/backend/api'
import { useAdminSession } from '@/admin/session/admin-session'
import { site } from '@/content/site'
import { getBackendSettings } from './backend-parts'

const replySchema = v.object({ settings: serverSettingsSchema })

export const useServerSettings = () =>
  useQuery({
    queryKey: ['email', 'settings'],
    queryFn: async () => (await callFunction('admin-email', { kind: 'settings' }, replySchema)).settings,
    enabled: useAdminSession().access === 'granted',
    staleTime: 0,
  })

/** Explains each setting that doesn't match the site or another one. */
export const findServerSettingsMismatches = (settings: ServerSettings, origin = window.location.origin): string[] => {
  const { companyEmail, mailTo, siteOrigins, smtpPort, recaptchaSecret } = settings
  const { embedded, siteKey } = getBackendSettings()
  return findSettingsMismatches({
    hosted: !embedded,
    facts: [['COMPANY_EMAIL', companyEmail, site.email]],
    spamCheck: getSpamCheckState(siteKey !== undefined, recaptchaSecret),
    smtpPort,
    mailTo: { value: mailTo, expected: [site.email, companyEmail] },
    openAt: { origin, siteOrigins },
  })
}
