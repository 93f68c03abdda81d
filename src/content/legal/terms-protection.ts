import { site } from '@/content/site'
import { companyDetails, emailLink, type LegalSection, list, paragraph } from './blocks'

export const protectionSections: readonly LegalSection[] = [
  {
    id: 'warranties-and-liability',
    title: 'Warranties and liability',
    blocks: [
      paragraph(
        'We warrant that the works will be carried out with reasonable care and skill, with materials that are of satisfactory quality and fit for their purpose, and as the contract says. A longer guarantee, such as one given by the maker of a waterproofing system, applies only where the quotation names it, and on its own terms.',
      ),
      paragraph(
        'If you are a consumer, the Consumer Rights Act 2015 gives you rights if our work or materials are not as they should be. You can ask us to carry out the work again, or to repair or replace materials, and where that is impossible or is not done within a reasonable time and without significant inconvenience to you, you can have the price reduced. These terms do not change those rights.',
      ),
      paragraph(
        'Please tell us about a defect as soon as you can and let us inspect it. We put right at our own cost what is not as the contract says, and we make good damage to your property that we cause through our fault.',
      ),
      paragraph(
        'Our total liability to you under or in connection with a contract, whatever its cause, is limited to the contract value of that contract.',
      ),
      paragraph('Neither that limit nor anything else in these terms excludes or restricts:'),
      list([
        'liability for death or personal injury caused by negligence;',
        'liability for fraud or fraudulent misrepresentation;',
        'the rights of a consumer under the Consumer Rights Act 2015 which that Act does not allow us to exclude or restrict;',
        'duties under the Defective Premises Act 1972;',
        'any other liability that the law does not allow us to exclude or restrict.',
      ]),
      paragraph('Subject to that list, we are not liable for:'),
      list([
        'loss that neither you nor we could reasonably have expected when the contract was made;',
        'loss to the extent that it is caused by wrong information from you or by people who do not work for us;',
        'defects that were already in the building and that we neither caused nor could reasonably have discovered;',
        'a business customer’s loss of profit, rent, business or opportunity.',
      ]),
      paragraph(
        'We take care that this website is correct and safe to use. It describes our work in general and is not advice on your building: do not rely on it in place of a survey or an engineer. We cannot promise that it is always available.',
      ),
    ],
  },
  {
    id: 'intellectual-property',
    title: 'Intellectual property',
    blocks: [
      paragraph(
        `The words, drawings, pictures and logo on this website belong to ${site.legalName} or to those who allow us to use them. You may view, print and share pages for your own purposes. Please ask us in writing before you use them for anything else.`,
      ),
      paragraph(
        'Drawings, method statements and calculations prepared for your project remain the property of whoever made them. Once you have paid what is due for the works they concern, you may use and copy them to build, maintain, alter, insure or sell the property.',
      ),
      paragraph(
        'What you give us remains yours. You allow us, and those who work for us, to use it for the works, and you confirm that you are entitled to pass it on.',
      ),
      paragraph('We ask you before we publish a picture that shows your home. You are free to say no.'),
      paragraph(
        'A testimonial remains yours. By sending it you allow us to publish its text and rating with the name and location you gave. You can ask us to take it down at any time.',
      ),
    ],
  },
  {
    id: 'termination',
    title: 'Termination',
    blocks: [
      paragraph([
        { strong: 'The consumer’s right to cancel.' },
        ' If you are a consumer and we made the contract away from our business premises, for example in your home, or at a distance, for example by e-mail or telephone, the Consumer Contracts (Information, Cancellation and Additional Charges) Regulations 2013 generally give you 14 days from the day after the contract is made to cancel it without a reason. Where you have this right, we tell you about it, and give you a model cancellation form, before the contract is made.',
      ]),
      paragraph(
        'There are exceptions. They include the construction of a new building, the conversion of a building into what is substantially a new one, and urgent repairs that you have asked us to come and make.',
      ),
      paragraph([
        { strong: 'How to cancel.' },
        ' Tell us clearly in that time, for example by e-mail to ',
        emailLink,
        '. We refund what you have paid, including the deposit, within 14 days of hearing from you. If you expressly asked us to start within the 14 days, you pay for the part of the works done before you cancelled. If the works were fully completed at your request within that time, and you had acknowledged that this would end the right to cancel, the right ends with them.',
      ]),
      paragraph([
        { strong: 'Ending a contract for cause.' },
        ' You or we may end the contract by written notice if the other commits a serious breach and, where the breach can be put right, has not done so within a reasonable time set in an earlier notice; or if the other becomes insolvent or bankrupt, so far as the law allows.',
      ]),
      paragraph([
        { strong: 'Ending a contract without cause.' },
        ' You may also end the contract at any other time by reasonable notice in writing. You then pay for the works done, for materials made or ordered for you that cannot be returned or used elsewhere, and for the reasonable costs that ending it causes us. We keep those costs as low as we reasonably can, and the total is never more than the contract value.',
      ]),
      paragraph([
        { strong: 'Leaving the site safe.' },
        ' However a contract ends, the site is made safe first: an open excavation or a part-supported wall is never simply left. The cost is part of the works, unless the contract ends because of our breach; then any extra cost of making safe is ours. We hand over the records that you or your next contractor need.',
      ]),
      paragraph(
        'We then compare what you have paid, including the deposit, with what is due to us, and within a reasonable time refund the difference or invoice it. Rights that either of us already has, including your right to claim for a breach, are not affected.',
      ),
    ],
  },
  {
    id: 'force-majeure',
    title: 'Force majeure',
    blocks: [
      paragraph(
        'Neither you nor we are in breach of the contract for a delay or failure that is caused by an event beyond our reasonable control and that reasonable care could not have avoided. Such events include:',
      ),
      list([
        'severe weather, flooding, fire or subsidence that the works did not cause;',
        'epidemics, war, terrorism and civil unrest;',
        'acts of government and public authorities, and failures of public utilities;',
        'archaeological remains or unexploded ordnance found in the ground;',
        'industry-wide strikes and shortages of materials.',
      ]),
      paragraph(
        'Whoever is affected tells the other promptly and does what is reasonable to limit the effect. We keep the site safe meanwhile, and the programme is extended by a fair time.',
      ),
      paragraph(
        'If such an event stops the works for more than three months, you or we may end the contract by written notice. You pay for the works done and for materials made or ordered for you that cannot be returned or used elsewhere; we refund the rest of what you have paid.',
      ),
      paragraph('This section does not excuse the payment of sums that were already due.'),
    ],
  },
  {
    id: 'governing-law',
    title: 'Governing law of England and Wales',
    blocks: [
      paragraph(
        'These terms, every contract made under them and any dispute connected with either are governed by the law of England and Wales.',
      ),
      paragraph(
        'The courts of England and Wales deal with disputes. If you are a consumer who lives in Scotland or Northern Ireland, you may also use the courts there, and you keep the protection that the mandatory rules of the law there give you.',
      ),
      paragraph(
        'Please bring a complaint to us first, so that we can put it right. If we cannot settle a consumer’s complaint between us, we will name in writing an approved provider of alternative dispute resolution and say whether we agree to use it. You remain free to go to court.',
      ),
      paragraph(
        'If a court finds that a part of these terms cannot be enforced, the rest stays in force. If one of us delays in using a right, the right is not lost.',
      ),
      paragraph(
        'The contract is between you and us. Nobody else can enforce it under the Contracts (Rights of Third Parties) Act 1999. We may use subcontractors, and we remain responsible for their work. Neither of us may transfer the contract to someone else without the other’s written consent, which must not be withheld without good reason.',
      ),
    ],
  },
  {
    id: 'contact',
    title: 'Contact',
    blocks: [
      paragraph(
        'For questions about these terms, a quotation or a contract, and for notices under them, reach us here.',
      ),
      companyDetails,
      paragraph(
        'A notice by e-mail counts as a notice in writing. Our registered company details stand at the foot of every page.',
      ),
    ],
  },
]
