import { services } from '@/content/services'
import { site } from '@/content/site'
import { paths } from '@/paths'
import { DEPOSIT_PERCENT, definitions, type LegalDocument, type LegalSection, list, paragraph } from './blocks'
import { protectionSections } from './terms-protection'

const contractSections: readonly LegalSection[] = [
  {
    id: 'introduction',
    title: 'Introduction',
    blocks: [
      paragraph(
        `These terms apply to every contract under which ${site.legalName} carries out work, and to your use of this website. Please read them together with your quotation. If anything is unclear, ask us before you accept it.`,
      ),
      paragraph(
        'Your contract with us is made up of the quotation, the documents it names and these terms. If they disagree, the quotation comes first. If we both sign a standard building contract, that contract comes before these terms.',
      ),
      paragraph(
        'A contract keeps the terms that were in force on the day it was made. If we change these terms later, the change applies to new contracts only.',
      ),
      paragraph(
        'Nothing in these terms takes away the rights that the law gives you as a consumer. Where a term is meant only for consumers, or only for business customers, it says so.',
      ),
      paragraph([
        'How we handle personal data is set out in our ',
        { text: 'Privacy Policy', href: paths.privacy.href },
        '.',
      ]),
    ],
  },
  {
    id: 'definitions',
    title: 'Definitions',
    blocks: [
      paragraph('In these terms, the following words have these meanings.'),
      definitions([
        ['We, us, our', [`${site.legalName}. `, { text: 'Section 11', href: '#contact' }, ' says how to reach us.']],
        ['You, your', 'The person or organisation that accepts our quotation, or that uses this website.'],
        [
          'Consumer',
          'A person acting for purposes that are wholly or mainly outside their trade, business, craft or profession.',
        ],
        ['Business customer', 'Any customer who is not a consumer.'],
        ['Quotation', 'Our written offer to you, with the drawings, specification and programme it names.'],
        ['Contract', 'The agreement between you and us for the works.'],
        ['Works', 'What the quotation says we will do, with any variations.'],
        ['Variation', 'A change to the works, the price or the programme that you and we have agreed in writing.'],
        ['Site', 'The land and buildings where the works are carried out, and the way in to them.'],
        ['Contract value', 'The total price payable for the works under the contract, with all variations.'],
        [
          'Completion',
          'The point at which the works are finished, apart from small items that do not stop you from using them as intended.',
        ],
        ['In writing', 'On paper or by e-mail.'],
      ]),
    ],
  },
  {
    id: 'services',
    title: 'Services',
    blocks: [
      paragraph('We offer the services below. A contract covers only the work that its quotation describes.'),
      list(services.map(({ name }) => name)),
      paragraph(
        'A quotation is open for acceptance for as long as it says. The contract begins when you accept the quotation in writing and we confirm this in writing.',
      ),
      paragraph(
        'We price what can be known beforehand from surveys, site investigations and drawings. The ground may still hold surprises: old foundations, contaminated soil, groundwater, services that no record shows. If we meet something that an experienced contractor could not reasonably have foreseen, we will stop the affected work where it is safe to do so, tell you promptly, and put to you in writing what can be done, what it costs and how long it takes. You pay more only if you agree a variation, or for what is urgently needed to keep people and structures safe.',
      ),
      paragraph(
        'Variations that you ask for are priced and agreed in writing before we carry them out. Each variation states its effect on the price and on the programme.',
      ),
      paragraph(
        'Dates in a programme are our best estimate unless the quotation calls them fixed. Where no time has been agreed, we will carry out the works within a reasonable time.',
      ),
      paragraph(
        'Structural design comes from a qualified engineer. The quotation says whether you appoint the engineer or we do. We do not depart from the engineer’s design or sequence without the engineer’s agreement.',
      ),
      paragraph(
        'The project pictures on this website are architectural models. They show the kind of work we do; what we will build for you is described in your quotation.',
      ),
    ],
  },
  {
    id: 'obligations',
    title: 'Obligations',
    blocks: [
      paragraph('We will:'),
      list([
        'carry out the works with reasonable care and skill, as the contract says, and in line with the Building Regulations that apply to them;',
        'use materials that are of satisfactory quality, fit for their purpose and as described;',
        'plan, manage and monitor our work so that it is carried out without risk to health and safety, so far as is reasonably practicable, and meet the duties that the Construction (Design and Management) Regulations 2015 (CDM) give to us;',
        'keep excavations and existing structures supported as the engineer’s sequence requires, keep the site secure, and take away the soil and waste we produce;',
        'hold the insurance that the law requires and any other insurance the quotation names, and show you evidence of it on request.',
      ]),
      paragraph('You will:'),
      list([
        'let us in at the times agreed and let us use water and electricity at the site, unless the quotation says otherwise;',
        'give us what you know about the site, such as surveys, drawings, earlier works, buried services and asbestos;',
        'obtain the permissions that are yours to obtain, such as planning permission, listed building consent or the consent of a freeholder or lender, unless the quotation says that we do so;',
        'move or protect your belongings near the works, and keep people who are not part of the works out of the working area;',
        'tell the insurer of your building about the works before they start;',
        'pay us as the contract says.',
      ]),
      paragraph([
        { strong: 'CDM.' },
        ' If you have work done on your own home, and not in the course of a business, you are a domestic client. The client’s duties under CDM then normally pass to the contractor, or to the principal contractor where there is more than one contractor. You can agree in writing with your principal designer that the principal designer takes them on instead. Every other client keeps the client’s duties.',
      ]),
      paragraph([
        { strong: 'Party walls.' },
        ' The Party Wall etc. Act 1996 may apply to work on a wall shared with a neighbour and, depending on depth, to excavation within three or six metres of a neighbouring building. The Act gives the duty to serve notice to the building owner, which usually means you. Unless the quotation includes it, you arrange the notices and any surveyors. We do not start work that the Act covers before notice has been served and the neighbour has agreed or an award has been made, and we keep to the award.',
      ]),
      paragraph([
        { strong: 'Building control.' },
        ' Where the works need approval under the Building Regulations 2010, the quotation says who applies to the local authority or to a registered building control approver. We leave our work open for the inspections it needs, and we put right at our own cost any of our work that does not comply. Completion certificates are issued by the building control body and not by us; we give you our records to support them.',
      ]),
    ],
  },
  {
    id: 'payment',
    title: 'Payment',
    blocks: [
      paragraph(
        'The price is the one in the quotation, changed only by variations. Prices given to consumers include any VAT that is payable. Prices given to business customers say whether VAT is to be added.',
      ),
      paragraph(
        `Unless we agree otherwise in writing, you pay a deposit of ${DEPOSIT_PERCENT}% of the price in the quotation before work starts, and the balance on completion. For longer projects the quotation may set stage payments instead.`,
      ),
      paragraph([
        'The deposit is part of the price. It pays for preparation and materials and reserves our people and plant for you. What happens to it if the contract ends early is set out in ',
        { text: 'section 8', href: '#termination' },
        '.',
      ]),
      paragraph(
        'If you think an invoice is wrong, tell us promptly and pay the part you do not dispute. You may hold back a fair sum for work that is not as the contract says until we have put it right.',
      ),
      paragraph(
        'If an undisputed sum is overdue, we will remind you in writing. If it is still unpaid after a reasonable time stated in the reminder, we may pause the works, once they are safe to leave, until it is paid. The programme moves by the length of the pause.',
      ),
      paragraph(
        'If you are a business customer, we may claim interest and compensation under the Late Payment of Commercial Debts (Interest) Act 1998. If you are a consumer, we add no charges for late payment beyond the interest that a court may award.',
      ),
      paragraph(
        'Where Part 2 of the Housing Grants, Construction and Regeneration Act 1996 applies, its rules on instalments, payment notices and adjudication come before this section. They do not apply to a contract that is mainly about a dwelling which you occupy, or intend to occupy, as your residence.',
      ),
      paragraph('Materials become yours when they are built in or when you have paid for them, whichever is earlier.'),
    ],
  },
]

export const terms: LegalDocument = {
  title: 'Terms and Conditions',
  description: `The terms on which ${site.name} quotes, works and is paid, what it answers for and how a contract ends, under the law of England and Wales.`,
  summary: 'How we quote, work and are paid, and what you can expect of us if something does not go to plan.',
  clauses: true,
  sections: [...contractSections, ...protectionSections],
}
