import {
  companyDetails,
  definitions,
  emailLink,
  type LegalSection,
  list,
  paragraph,
  RETENTION_YEARS,
  table,
} from './blocks'
import { browserStorageTables } from './browser-storage'

export const rightsSections: readonly LegalSection[] = [
  {
    id: 'security',
    title: 'Security',
    blocks: [
      paragraph('We protect personal data by technical and organisational means that suit the risk. Among them:'),
      list([
        'the live website sends data over encrypted connections (HTTPS);',
        'the database itself decides who may read what: visitors can read only published testimonials, without their e-mail addresses;',
        'only administrators who have signed in can read enquiries and unpublished testimonials;',
        'passwords are stored as hashes only;',
        'the forms accept a limited number of messages in a given time.',
      ]),
      paragraph(
        'No system is perfectly secure. If a breach of personal data is likely to put people at risk, we report it to the Information Commissioner’s Office (ICO) within 72 hours of becoming aware of it where that is feasible, and if the risk is high we tell the people concerned without undue delay.',
      ),
    ],
  },
  {
    id: 'retention',
    title: 'Retention',
    blocks: [
      paragraph(
        `We keep project records typically for ${RETENTION_YEARS} years after project completion, because claims, tax checks and questions about the structure can arise in that time. We keep particular records for longer where the law, a longer guarantee or a claim requires it.`,
      ),
      table(
        'How long we keep what',
        ['Data', 'Kept'],
        [
          ['Project, contract and accounting records', `Typically ${RETENTION_YEARS} years after project completion`],
          ['Enquiries that become a project', 'With the records of the project'],
          [
            'Other enquiries',
            'While we are in touch about them; we delete them by hand once no project is to be expected, or when you ask',
          ],
          ['Published testimonials', 'As long as they are published, with the e-mail address to check them by'],
          ['Removed testimonials', 'Until an administrator deletes them for good'],
          ['Review invitations', 'The link works for 60 days; the entry is deleted by hand, or when you ask'],
          [
            'Business card shares',
            'As long as needed to deal with delivery or misuse; deleted by hand, or when you ask',
          ],
          [
            'Counters against misuse',
            'They count for an hour (network address), a day (recipient) or 30 days (recipient of a review invitation), and are cleared as later messages come in',
          ],
          ['Administrator accounts', 'As long as the person has the task'],
          ['What is kept in your own browser', ['See ', { text: 'Cookies', href: '#cookies' }]],
        ],
      ),
    ],
  },
  {
    id: 'cookies',
    title: 'Cookies',
    blocks: [
      paragraph(
        'The Privacy and Electronic Communications Regulations 2003 (PECR) cover cookies and every other means of keeping information on your device, including the browser’s local and session storage. What is strictly necessary for a service you ask for needs no consent. We rely on that for the entries below, other than those of Google Analytics: they do only what the page you use is asked to do, such as remembering your choice, bringing you back to where you were, keeping an administrator signed in or guarding a form against robots.',
      ),
      paragraph(
        'Until you choose ‘Accept All’, this website loads no analytics and sets no cookies for them. ‘Reject All’ leaves it at that, and closing the banner does so for the time being. Analytics also stay off if your browser sends a Do Not Track or Global Privacy Control signal, and as long as the website runs with its placeholder measurement id: then nothing is requested from Google Analytics even after ‘Accept All’. Google’s advertising features are switched off in any case.',
      ),
      paragraph(
        'You can change your choice at any time through ‘Cookie settings’ in the footer. If you then reject, the analytics cookies are removed. You can also delete what is stored through the settings of your browser.',
      ),
      ...browserStorageTables,
      paragraph([
        'If something kept in local storage can no longer be read, the website sets it aside under the same name followed by ',
        { code: '.corrupt' },
        ' instead of deleting it. You can delete that copy, too, in your browser.',
      ]),
    ],
  },
  {
    id: 'data-subject-rights',
    title: 'Data subject rights',
    blocks: [
      paragraph('Under UK data protection law you have these rights, within the limits the law sets.'),
      definitions([
        ['Access', 'Have a copy of the personal data we hold about you, and know how we use it.'],
        ['Rectification', 'Have wrong data corrected and incomplete data completed.'],
        ['Erasure', 'Have data deleted that we no longer need or may no longer use.'],
        ['Restriction', 'Have us store data without using it, for example while its accuracy is checked.'],
        [
          'Portability',
          'Receive data that you gave us, and that we use by consent or contract and by automated means, in a form that machines can read.',
        ],
        [
          'Objection',
          'Object to any use that rests on legitimate interests, and at any time, without a reason, to direct marketing.',
        ],
        [
          'Withdrawal of consent',
          'Change your mind at any time, for example through ‘Cookie settings’. What was done before remains lawful.',
        ],
      ]),
      paragraph([
        'To use a right, write to ',
        emailLink,
        ' or telephone us. It costs nothing. We answer without undue delay and within one month; if a request is complex we may take up to two months longer, and will tell you so within the first. We may ask you to show who you are.',
      ]),
    ],
  },
  {
    id: 'changes',
    title: 'Changes to this policy',
    blocks: [
      paragraph(
        'When what we do with personal data changes, we change this page and the date at its head. We tell you directly about changes that matter to you, where we have your contact details and the law requires it. Where a new use needs your consent, we ask you before it begins.',
      ),
    ],
  },
  {
    id: 'contact',
    title: 'Contact and your right to complain',
    blocks: [
      paragraph('For questions about this policy, to use your rights, or to complain about how we handle your data:'),
      companyDetails,
      paragraph(
        'We would like the chance to put things right first, but you do not have to come to us first: you have the right to complain to the UK’s data protection regulator, the Information Commissioner’s Office (ICO), at any time, and the right to go to court.',
      ),
      definitions([
        ['Regulator', 'Information Commissioner’s Office (ICO)'],
        ['Website', [{ text: 'ico.org.uk', href: 'https://ico.org.uk/make-a-complaint/' }]],
        ['Telephone', [{ text: '0303 123 1113', href: 'tel:+443031231113' }]],
      ]),
    ],
  },
]
