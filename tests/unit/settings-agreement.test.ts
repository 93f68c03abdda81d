import { type Comparable, contradictions, spamCheckOf } from '@contract/agreement'
import { expect, it } from 'vitest'

const agreeing: Comparable = {
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

it('settings that agree are not named, whatever the case of a mailbox', () => {
  expect(contradictions(agreeing)).toEqual([])
  expect(contradictions({ ...agreeing, hosted: false, smtpPort: 587, authSmtpPort: undefined })).toEqual([])
})

it.each<[change: Partial<Comparable>, said: RegExp]>([
  [{ facts: [['COMPANY_NAME', 'kettle digs', 'Kettle Digs']] }, /^COMPANY_NAME is kettle digs, but .* Kettle Digs:/],
  [{ facts: [['COMPANY_EMAIL', 'kim@kettledigs.co.uk', 'info@kettledigs.co.uk']] }, /^COMPANY_EMAIL is kim@/],
  [
    { mailTo: { value: 'kim@private.co.uk', expected: ['info@kettledigs.co.uk'] } },
    /^Enquiries arrive at MAIL_TO, kim@/,
  ],
  [
    { openAt: { origin: 'https://a.co.uk', siteOrigins: ['https://b.co.uk'] } },
    /shared from https:\/\/b\.co\.uk alone/,
  ],
  [{ smtpPort: 587, authSmtpPort: 587 }, /^SMTP_PORT is 587, which hosted functions cannot use/],
  [{ smtpPort: 2525 }, /^SMTP_PORT is 2525, but .* is 465/],
  [{ spamCheck: 'secret' }, /^RECAPTCHA_SECRET_KEY is set without VITE_RECAPTCHA_SITE_KEY/],
  [{ spamCheck: 'site-key' }, /^VITE_RECAPTCHA_SITE_KEY is set without RECAPTCHA_SECRET_KEY/],
])('settings that contradict are named: %o', (change, said) => {
  expect(contradictions({ ...agreeing, ...change })).toEqual([expect.stringMatching(said)])
})

it('a spam check needs both of its keys', () => {
  expect([spamCheckOf(true, true), spamCheckOf(false, false)]).toEqual(['both', 'neither'])
  expect([spamCheckOf(true, false), spamCheckOf(false, true)]).toEqual(['site-key', 'secret'])
})
