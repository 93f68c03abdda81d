import { findSettingsMismatches, type SettingsToCompare } from '@contract/settings-mismatches'
import { expect, it } from 'vitest'

const agreeing: SettingsToCompare = {
  hosted: true,
  facts: [
    ['COMPANY_NAME', 'Kettle Digs', 'Kettle Digs'],
    ['COMPANY_EMAIL', 'Info@KettleDigs.co.uk', 'info@kettledigs.co.uk'],
    ['COMPANY_PHONE', undefined, '020 1234 5678'],
  ],
  spamCheck: 'both',
  smtpPort: 465,
  authSmtpPort: 465,
  mailTo: { value: 'INFO@kettledigs.co.uk', expected: ['info@kettledigs.co.uk'] },
  openAt: { origin: 'https://kettledigs.co.uk', siteOrigins: ['https://kettledigs.co.uk'] },
}

it('consistent settings report no mismatch, ignoring the case of mailboxes', () => {
  expect(findSettingsMismatches(agreeing)).toEqual([])
  expect(findSettingsMismatches({ ...agreeing, hosted: false, smtpPort: 587, authSmtpPort: undefined })).toEqual([])
})

// go-live.test.ts owns the other contradictions.
it.each<[change: Partial<SettingsToCompare>, said: RegExp]>([
  [{ facts: [['COMPANY_NAME', 'kettle digs', 'Kettle Digs']] }, /^COMPANY_NAME is kettle digs, but .* Kettle Digs\. /],
  [
    { mailTo: { value: 'kim@private.co.uk', expected: ['a@b.co.uk'] } },
    /^MAIL_TO is kim@private\.co\.uk, which isn’t the address visitors see/,
  ],
  [
    { openAt: { origin: 'https://a.uk', siteOrigins: ['https://b.uk'] } },
    /only be shared from https:\/\/b\.uk\. Add https:\/\/a\.uk /,
  ],
])('the settings mismatch %o is reported', (change, said) => {
  expect(findSettingsMismatches({ ...agreeing, ...change })).toEqual([expect.stringMatching(said)])
})
