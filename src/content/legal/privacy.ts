import { site } from '@/content/site'
import { paths } from '@/paths'
import { definitions, emailLink, type LegalDocument, type LegalSection, list, paragraph, table } from './blocks'
import { rightsSections } from './privacy-rights'

const useSections: readonly LegalSection[] = [
  {
    id: 'introduction',
    title: 'Introduction',
    blocks: [
      paragraph(
        `This policy says what personal data ${site.legalName} (‘we’) holds about you, where it comes from, what we do with it and what you can ask of us. We are the controller of that data: we decide how and why it is used, and we answer for it.`,
      ),
      paragraph(
        'It covers visitors to this website, people who write to us or send a testimonial, people to whom someone sends our business card, our customers and their neighbours, and the administrators of this website.',
      ),
      paragraph([
        'You can read the whole website without telling us who you are; there are no visitor accounts. The ‘Get a Free Quote’ button opens our separate quote site in a new tab. This policy does not describe that site, so please read its own notice before you enter anything there. The terms on which we work are in our ',
        { text: 'Terms and Conditions', href: paths.terms.href },
        '.',
      ]),
    ],
  },
  {
    id: 'information-collected',
    title: 'Information collected',
    blocks: [
      paragraph('What we hold depends on what you do with us.'),
      definitions([
        [
          'Enquiries',
          'Your name, e-mail address and message and, if you give them, your telephone number and a subject. We also store when and from which website the message was sent and whether it reached our mailbox.',
        ],
        [
          'Testimonials',
          'Your name, location, text, star rating and e-mail address. We also store when you sent it, where it came from (normally this website), whether it is waiting, published or removed, and which administrator decided that and when. We read every testimonial before it is published. Your e-mail address is never published.',
        ],
        [
          'Review invitations',
          'If we have worked for you and ask you for a review: your name, e-mail address and place of work as we know them, when the invitation was sent, and whether it was answered. Its link is yours alone; we store only a hash of it.',
        ],
        [
          'Business card shares',
          'The e-mail address of the recipient that a visitor enters, the page that was shared, where and when it was sent, and whether the e-mail went out. We do not ask who the sender is. Please enter only the address of someone who expects the card.',
        ],
        [
          'Protection against misuse',
          'When a form is sent, we turn the network (IP) address it came from, and for a business card or a review invitation the recipient’s address, into a keyed hash: a code that we count, and from which the address cannot be read. The counter holds the code and the times, never the address. A hidden field also catches robots.',
        ],
        [
          'Projects',
          'If you become a customer: your contact details, the address of the site, surveys, drawings, the contract, invoices, payments and our correspondence. Where a project affects neighbours, their names, addresses and party wall papers.',
        ],
        [
          'Administrators',
          'E-mail address, role, a hash of the password, when the account was created and last used, and sign-in sessions.',
        ],
        [
          'Technical records',
          'Like any website, this one is delivered by servers whose operators may log network addresses, times, requested pages and browser types for a limited time, to keep the service running and secure.',
        ],
        [
          'Visitor statistics',
          [
            'Which pages are viewed and how, only if you choose ‘Accept All’. See ',
            { text: 'Cookies', href: '#cookies' },
            '.',
          ],
        ],
      ]),
      paragraph(
        'Most of this comes from you. The rest comes from the visitor who shares our card with you, from the architects, engineers and surveyors of a project, and from public registers such as planning records. Please do not send us sensitive information, such as details of your health, that your project does not need us to know.',
      ),
    ],
  },
  {
    id: 'use',
    title: 'Use of your information',
    blocks: [
      paragraph('We use personal data to:'),
      list([
        'answer enquiries, prepare quotations and make contracts;',
        'plan and carry out the works, and deal with neighbours, engineers and building control about them;',
        'send invoices and keep accounts;',
        'ask our customers for reviews, check testimonials, publish those we approve, and reply to the people who sent them;',
        'send our business card once, at a visitor’s request;',
        'protect the website and its forms against misuse;',
        'let administrators sign in and do their work;',
        'understand how the website is used, if you allow it;',
        'meet our legal duties, and bring or answer legal claims.',
      ]),
      paragraph(
        'Enquiries and testimonials are stored in our database and sent to our own mailbox. We do not sell personal data, we do not put you on a mailing list, and we make no decisions about you by automated means alone.',
      ),
    ],
  },
  {
    id: 'legal-basis',
    title: 'Legal basis under UK data protection law',
    blocks: [
      paragraph(
        'UK data protection law, meaning the UK General Data Protection Regulation (UK GDPR) and the Data Protection Act 2018, allows us to use personal data only if we have a legal basis. Ours, under Article 6(1) of the UK GDPR, are these.',
      ),
      table(
        'Our legal basis for each use',
        ['What we do', 'Legal basis'],
        [
          [
            'Answer enquiries and prepare quotations',
            'Steps you ask for before a contract (b); for other messages, our legitimate interest in answering them (f)',
          ],
          [
            'Carry out and invoice projects',
            'The contract with you (b); for neighbours and other people involved, our legitimate interest in carrying it out properly (f)',
          ],
          ['Keep tax, health and safety and building control records', 'Legal obligation (c)'],
          ['Keep records for possible legal claims', 'Our legitimate interest in bringing and answering them (f)'],
          [
            'Publish testimonials',
            'Our legitimate interest in showing what customers say (f); we take yours down when you ask',
          ],
          [
            'Ask our customers for a review',
            'Our legitimate interest in genuine reviews (f); a few e-mails at most, and none once you tell us not to',
          ],
          [
            'Send a business card',
            'The legitimate interest of sender and company in passing on contact details (f); one e-mail for each request',
          ],
          [
            'Limit misuse, keep security logs, run administrator accounts',
            'Our legitimate interest in a secure website (f)',
          ],
          ['Measure visits', 'Your consent (a), which you can withdraw at any time'],
        ],
      ),
      paragraph(
        'Where we rely on legitimate interests, we have weighed them against yours. You can object, and you can ask us how we came to our view. You do not have to give us personal data, but without a way to reach you we cannot answer you or make a contract.',
      ),
    ],
  },
  {
    id: 'sharing-and-transfers',
    title: 'Sharing and transfers',
    blocks: [
      paragraph('These service providers handle data for us, on our instructions and under contract:'),
      list([
        'the hosting provider that delivers this website;',
        'the provider of our database, form processing and administrator sign-in;',
        'the providers that send our e-mail and keep our mailbox;',
        'the providers of the office and accounting software we use for projects.',
      ]),
      paragraph(
        'Google is involved in two cases only: Google Analytics, if you choose ‘Accept All’, and Google reCAPTCHA, if the contact form is set up with it. In the second case Google receives your answer to the check and your network address, and uses what it receives under its own privacy terms too.',
      ),
      paragraph('Where a project or the law requires it, we also share what is needed with:'),
      list([
        'engineers, surveyors, subcontractors and suppliers who work on the project;',
        'building control bodies, local authorities and utility companies;',
        'neighbours and their surveyors, under the Party Wall etc. Act 1996;',
        'insurers, accountants and legal advisers;',
        'tax, health and safety and other authorities, and courts.',
      ]),
      paragraph('A published testimonial, without its e-mail address, can be read by anyone in the world.'),
      paragraph([
        'Some providers may handle data outside the United Kingdom. We allow this only where UK adequacy regulations cover the transfer, or with safeguards that UK law accepts, such as the International Data Transfer Agreement or the UK Addendum to the European Commission’s standard contractual clauses. For details or a copy, write to ',
        emailLink,
        '.',
      ]),
    ],
  },
]

export const privacy: LegalDocument = {
  title: 'Privacy Policy',
  description: `How ${site.name} uses and protects personal data, what this website keeps in your browser, and your rights under UK data protection law.`,
  summary: 'What we know about you, why, for how long, and what you can ask of us.',
  clauses: false,
  sections: [...useSections, ...rightsSections],
}
