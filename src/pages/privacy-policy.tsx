import type { PageHandle } from '@/components/layout/seo'
import { browserStorage } from '@/content/browser-storage'
import { site } from '@/content/site'
import { LegalPage, Section } from '@/features/legal/legal-page'
import {
  CompanyDetails,
  ContactFormLink,
  Definitions,
  EmailLink,
  LegalLink,
  List,
  P,
  Table,
} from '@/features/legal/legal-parts'
import { paths } from '@/paths'

export const handle: PageHandle = {
  meta: {
    title: 'Privacy Policy',
    description: `How ${site.name} uses and protects personal data, what this website keeps in your browser, and your rights under UK data protection law.`,
    path: paths.privacy.href,
  },
}

const STORAGE_COLUMNS = ['Name', 'Purpose', 'Kind', 'Kept']

const toRow = ({ name, why, kinds, until }: (typeof browserStorage)['visitors'][number]) =>
  [name, why, kinds.join(' and '), until] as const

export function Component() {
  return (
    <LegalPage title="Privacy Policy" summary="What we hold about you, why, for how long, and your rights.">
      <Section id="introduction" title="Introduction">
        <P>{`This policy explains what personal data ${site.legalName} (‘we’) holds about you, where it comes from, what we do with it and what rights you have. We are the controller of that data: we decide how and why it is used, and we are responsible for it.`}</P>
        <P>
          It covers visitors to this website, people who write to us or send a testimonial, people who are sent our
          business card, our customers and their neighbours, and the administrators of this website.
        </P>
        <P>
          You can read the whole website without telling us who you are; there are no visitor accounts. The ‘Get a Free
          Quote’ button opens our separate quote site in a new tab. This policy does not describe that site, so please
          read its own notice before you enter anything there. The terms on which we work are in our{' '}
          <LegalLink to={paths.terms.href}>Terms and Conditions</LegalLink>.
        </P>
      </Section>
      <Section id="information-collected" title="Information collected">
        <P>What we hold depends on how you deal with us.</P>
        <Definitions
          items={{
            Enquiries:
              'Your name, email address and message and, if you give them, your telephone number, a subject and photos, stored without location data. We also store when and from which website the message was sent, whether it reached our mailbox, how far we have got with it, which administrator recorded that and when, and our own notes. Photos of deleted messages, and those not sent within a day, are deleted at the next upload or administrator’s visit.',
            Testimonials:
              'Your name, location, text, star rating and email address. We also store when you sent it, where it came from (normally this website), whether it is awaiting approval, published or removed, and which administrator decided that, when and why. We also store our public reply, whether you were emailed about it, and whether you withdrew the testimonial. The links in our emails by which you can withdraw it are personal to you, and we store only a hash of them. We read every testimonial before it is published. Your email address is never published.',
            'Review invitations':
              'If we have worked for you and ask you for a review: your name, email address and where we worked for you, when the invitation was sent, and whether it was answered. The link is personal to you, and we store only a hash of it.',
            'Business card shares':
              'The email address of the recipient that a visitor enters, the page that was shared, where and when it was sent, and whether the email went out. We do not ask who the sender is. Please enter only the address of someone who is expecting the card.',
            'Protection against misuse':
              'When a form is sent, we convert the IP address it came from (and, for a business card or review invitation, the recipient’s email address) into a keyed hash: a code that does not reveal the address. To limit misuse we store the codes and the times, never the address itself. A hidden field also helps us catch bots.',
            Projects:
              'If you become a customer: your contact details, the address of the site, surveys, drawings, the contract, invoices, payments and our correspondence. Where a project affects neighbours, their names, addresses and party wall papers.',
            Administrators:
              'Email address, role, a hash of the password, when the account was created and last used, and sign-in sessions.',
            'Technical records':
              'Like any website, this one is delivered by servers whose operators may log IP addresses, times, requested pages and browser types for a limited time, to keep the service running and secure.',
            'Visitor statistics': (
              <>
                Which pages are viewed and how, only if you choose ‘Accept All’. See{' '}
                <LegalLink to="#cookies">Cookies</LegalLink>.
              </>
            ),
          }}
        />
        <P>
          Most of this comes from you. The rest comes from the visitor who shares our card with you, from the
          architects, engineers and surveyors on a project, and from public registers such as planning records. Please
          do not send us sensitive information, for example about your health, unless we need it for your project.
        </P>
      </Section>
      <Section id="use" title="Use of your information">
        <P>We use personal data to:</P>
        <List
          items={[
            'answer enquiries, prepare quotations and make contracts;',
            'plan and carry out the works, and deal with neighbours, engineers and building control about them;',
            'send invoices and keep accounts;',
            'ask our customers for reviews, check testimonials, publish those we approve, reply to them publicly, and email their authors;',
            'send our business card once, at a visitor’s request;',
            'protect the website and its forms against misuse;',
            'let administrators sign in and do their work;',
            'understand how the website is used, if you allow it;',
            'meet our legal duties, and bring or defend legal claims.',
          ]}
        />
        <P>
          Enquiries and testimonials are stored in our database and sent to our own mailbox. We do not sell personal
          data, we do not put you on a mailing list, and we make no decisions about you solely by automated means.
        </P>
      </Section>
      <Section id="legal-basis" title="Legal basis under UK data protection law">
        <P>
          UK data protection law, meaning the UK General Data Protection Regulation (UK GDPR) and the Data Protection
          Act 2018, allows us to use personal data only if we have a legal basis. These are ours, under Article 6(1) of
          the UK GDPR.
        </P>
        <Table
          caption="Our legal basis for each use"
          columns={['What we do', 'Legal basis']}
          rows={[
            [
              'Answer enquiries and prepare quotations',
              'Steps you ask for before a contract (b); for other messages, our legitimate interest in answering them (f)',
            ],
            [
              'Carry out and invoice projects',
              'The contract with you (b); for neighbours and other people involved, our legitimate interest in carrying it out properly (f)',
            ],
            ['Keep tax, health and safety and building control records', 'Legal obligation (c)'],
            ['Keep records for possible legal claims', 'Our legitimate interest in bringing and defending them (f)'],
            [
              'Publish testimonials and our replies, and email their authors about them',
              'Our legitimate interest in showing what customers say (f); we take yours down if you ask, or if you use the link in our email to withdraw it',
            ],
            [
              'Ask our customers for a review',
              'Our legitimate interest in genuine reviews (f); a few emails at most, and none once you tell us not to',
            ],
            [
              'Send a business card',
              'The legitimate interest of the sender and our company in passing on contact details (f); one email for each request',
            ],
            [
              'Limit misuse, keep security logs, run administrator accounts',
              'Our legitimate interest in a secure website (f)',
            ],
            ['Measure visits, let Google check for spam', 'Your consent (a), which you can withdraw at any time'],
          ]}
        />
        <P>
          Where we rely on legitimate interests, we have weighed them against yours. You can object, and you can ask us
          how we reached our view. You do not have to give us personal data, but without a way to reach you we cannot
          answer you or make a contract.
        </P>
      </Section>
      <Section id="sharing-and-transfers" title="Sharing and transfers">
        <P>These service providers handle data for us, on our instructions and under contract:</P>
        <List
          items={[
            'the hosting provider that delivers this website;',
            'the provider of our database, form processing and administrator sign-in;',
            'the providers that send our email and keep our mailbox;',
            'the providers of the office and accounting software we use for projects.',
          ]}
        />
        <P>
          Google is involved in two cases only: Google Analytics, if you choose ‘Accept All’, and Google reCAPTCHA, if
          the contact form is set up with it and you have chosen ‘Accept All’ or load the check yourself. Google then
          receives your response and IP address, and uses them under its own privacy terms as well.
        </P>
        {site.whatsapp && (
          <P>
            If you message us on WhatsApp, we receive your number, profile name and message. Meta, which owns WhatsApp,
            handles them under its own privacy policy. This website loads nothing from WhatsApp.
          </P>
        )}
        <P>Where a project or the law requires it, we also share what is needed with:</P>
        <List
          items={[
            'engineers, surveyors, subcontractors and suppliers who work on the project;',
            'building control bodies, local authorities and utility companies;',
            'neighbours and their surveyors, under the Party Wall etc. Act 1996;',
            'insurers, accountants and legal advisers;',
            'tax, health and safety and other authorities, and courts.',
          ]}
        />
        <P>A published testimonial, without its email address, can be read by anyone in the world.</P>
        <P>
          Some providers may handle data outside the United Kingdom. We allow this only where UK adequacy regulations
          cover the transfer, or with safeguards that UK law accepts, such as the International Data Transfer Agreement
          or the UK Addendum to the European Commission’s standard contractual clauses. For details or a copy, write to{' '}
          <EmailLink />.
        </P>
      </Section>
      <Section id="security" title="Security">
        <P>We protect personal data with technical and organisational measures that suit the risk. For example:</P>
        <List
          items={[
            'the live website sends data over encrypted connections (HTTPS);',
            'the database itself decides who can read what: visitors can read only published testimonials, without their email addresses;',
            'only administrators who have signed in can read enquiries and unpublished testimonials;',
            'passwords are stored only as hashes;',
            'the forms accept a limited number of messages in a given time.',
          ]}
        />
        <P>
          No system is perfectly secure. If a breach of personal data is likely to put people at risk, we report it to
          the Information Commissioner’s Office (ICO) within 72 hours of becoming aware of it where that is feasible,
          and if the risk is high we tell the people concerned without undue delay.
        </P>
      </Section>
      <Section id="retention" title="Retention">
        <P>
          We typically keep project records for 7 years after project completion, because claims, tax checks and
          questions about the structure can arise in that time. We keep particular records for longer where the law, a
          longer guarantee or a claim requires it.
        </P>
        <Table
          caption="How long we keep each kind of data"
          columns={['Data', 'Kept']}
          rows={[
            ['Project, contract and accounting records', 'Typically 7 years after project completion'],
            ['Enquiries that become a project', 'With the project records'],
            [
              'Other enquiries',
              'While we are in touch about them. We delete them manually once a project is no longer likely, or when you ask',
            ],
            [
              'Published testimonials',
              'For as long as they are published, along with our reply, the email address so that we can verify them, and hashes of the links by which they can be withdrawn',
            ],
            [
              'Removed and withdrawn testimonials',
              'Until an administrator permanently deletes them and those details. After that, only anonymous numbers remain: how many there were for each reason, and the date of the earliest',
            ],
            [
              'Photographs and videos on this website',
              'Until we replace or remove them. We keep earlier versions of a project’s page for about a year (and the latest until we delete the project), and the ten previous versions of the home page. Other files are deleted within about 30 days. If we remove a photograph or video because you ask, it disappears the next time our pages are rebuilt',
            ],
            ['Review invitations', 'The link works for 60 days. We delete the record manually, or when you ask'],
            [
              'Business card shares',
              'For as long as we need them to deal with delivery or misuse. We delete them manually, or when you ask',
            ],
            [
              'Codes that limit misuse',
              'Each one counts for an hour (IP address), a day (recipient) or 30 days (recipient of a review invitation), and is cleared as later messages arrive',
            ],
            [
              'Administrator accounts',
              'For as long as the person is an administrator. Their email address also stays with the changes they made to our pages, for about a year, and with what is live',
            ],
            [
              'What is kept in your own browser',
              <>
                See <LegalLink to="#cookies">Cookies</LegalLink>
              </>,
            ],
          ]}
        />
      </Section>
      <Section id="cookies" title="Cookies">
        <P>
          The Privacy and Electronic Communications Regulations 2003 (PECR) cover cookies and every other means of
          keeping information on your device, including the browser’s local and session storage. What is strictly
          necessary for a service you ask for needs no consent. We rely on that for everything below except the Google
          entries: each does only what you ask of the page, such as remembering your choice, returning you to where you
          were or keeping an administrator signed in.
        </P>
        <P>
          Until you choose ‘Accept All’, this website loads no analytics and sets no analytics cookies. ‘Reject All’
          keeps it that way. Closing the banner does too, until you choose. Analytics also stays off if your browser
          sends a Do Not Track or Global Privacy Control signal, or while the website has no measurement ID of its own.
          Google’s advertising features are always switched off.
        </P>
        <P>
          You can change your choice at any time through ‘Cookie settings’ in the footer. If you then choose ‘Reject
          All’, the analytics cookies are removed. You can also delete stored data through your browser’s settings.
        </P>
        <Table caption="For every visitor" code columns={STORAGE_COLUMNS} rows={browserStorage.visitors.map(toRow)} />
        <Table
          caption="Only in an administrator’s or the owner’s browser"
          code
          columns={STORAGE_COLUMNS}
          rows={browserStorage.owners.map(toRow)}
        />
        <Table
          caption="From Google, under the conditions stated"
          code
          columns={STORAGE_COLUMNS}
          rows={[
            [
              '_ga',
              'Google Analytics: tells visitors apart with a random number. Only after you choose ‘Accept All’.',
              'Cookie from this site',
              'Up to 2 years',
            ],
            [
              '_ga_…',
              'Google Analytics: keeps the pages of one visit together. Only after you choose ‘Accept All’.',
              'Cookie from this site',
              'Up to 2 years',
            ],
            [
              '_GRECAPTCHA, _grecaptcha',
              'Google reCAPTCHA: tells people and bots apart. Only once you start using the contact form after ‘Accept All’, or load the check yourself.',
              'Cookie from google.com, local storage',
              'Up to 6 months, until you clear it',
            ],
          ]}
        />
      </Section>
      <Section id="data-subject-rights" title="Data subject rights">
        <P>Under UK data protection law you have these rights, within the limits the law sets.</P>
        <Definitions
          items={{
            Access: 'Get a copy of the personal data we hold about you, and find out how we use it.',
            Rectification: 'Have inaccurate data corrected and incomplete data completed.',
            Erasure: 'Have us delete data that we no longer need or may no longer use.',
            Restriction: 'Have us store data without using it, for example while its accuracy is checked.',
            Portability:
              'Receive data you gave us, which we process by automated means on the basis of consent or a contract, in a machine-readable format.',
            Objection:
              'Object to any use based on legitimate interests and, at any time and without giving a reason, to direct marketing.',
            'Withdrawal of consent':
              'Change your mind at any time, for example through ‘Cookie settings’. This does not affect the lawfulness of what we did before.',
          }}
        />
        <P>
          To exercise any of these rights, email <EmailLink /> or call us. There is no charge. We will answer without
          undue delay and within one month. If a request is complex we may take up to two months longer, and will tell
          you so within the first month. We may ask you to prove your identity.
        </P>
      </Section>
      <Section id="changes" title="Changes to this policy">
        <P>
          If we change how we use personal data, we will update this page. We will tell you directly about changes that
          matter to you, where we have your contact details and the law requires it. Where a new use needs your consent,
          we will ask you before it begins.
        </P>
      </Section>
      <Section id="contact" title="Contact and your right to complain">
        <P>For questions about this policy, to exercise your rights, or to complain about how we handle your data:</P>
        <CompanyDetails />
        <P>
          If you are unhappy with how we use your personal data, you can complain to us by email to <EmailLink /> or
          through our <ContactFormLink />. We will acknowledge your complaint within 30 days of receiving it. Without
          undue delay, we will take appropriate steps to look into it, keep you informed of our progress and tell you
          the outcome.
        </P>
        <P>
          We would like the chance to put things right. You also have the right to complain to the UK’s data protection
          regulator, the Information Commissioner’s Office (ICO), at any time, and the right to go to court. The ICO
          usually asks people to complain to the organisation first.
        </P>
        <Definitions
          items={{
            Regulator: 'Information Commissioner’s Office (ICO)',
            Website: <LegalLink to="https://ico.org.uk/make-a-complaint/">ico.org.uk</LegalLink>,
            Telephone: <LegalLink to="tel:+443031231113">0303 123 1113</LegalLink>,
          }}
        />
      </Section>
    </LegalPage>
  )
}
