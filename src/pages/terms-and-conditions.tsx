import type { PageHandle } from '@/components/layout/seo'
import { services } from '@/content/services'
import { site } from '@/content/site'
import { LegalPage, Section } from '@/features/legal/legal-page'
import { CompanyDetails, Definitions, EmailLink, LegalLink, List, P } from '@/features/legal/legal-parts'
import { paths } from '@/paths'

export const handle: PageHandle = {
  meta: {
    title: 'Terms and Conditions',
    description: `The terms on which ${site.name} quotes, works and is paid, what it is liable for and how a contract ends, under the law of England and Wales.`,
    path: paths.terms.href,
  },
}

export function Component() {
  return (
    <LegalPage
      clauses
      title="Terms and Conditions"
      summary="How we quote, work and are paid, and what you can expect from us if something doesn’t go to plan."
    >
      <Section id="introduction" title="Introduction">
        <P>{`These terms apply to every contract under which ${site.legalName} carries out work, and to your use of this website. Please read them together with your quotation. If anything is unclear, ask us before you accept it.`}</P>
        <P>
          Your contract with us is made up of the quotation, the documents it names and these terms. If they disagree,
          the quotation comes first. If we both sign a standard building contract, that contract comes before these
          terms.
        </P>
        <P>
          A contract keeps the terms that were in force on the day it was made. If we change these terms later, the
          change applies to new contracts only.
        </P>
        <P>
          Nothing in these terms takes away the rights that the law gives you as a consumer. Where a term is meant only
          for consumers, or only for business customers, it says so.
        </P>
        <P>
          How we handle personal data is set out in our <LegalLink to={paths.privacy.href}>Privacy Policy</LegalLink>.
        </P>
      </Section>
      <Section id="definitions" title="Definitions">
        <P>In these terms, the following words have these meanings.</P>
        <Definitions
          items={{
            'We, us, our': (
              <>
                {`${site.legalName}. `}
                <LegalLink to="#contact">Section 11</LegalLink> explains how to contact us.
              </>
            ),
            'You, your': 'The person or organisation that accepts our quotation, or that uses this website.',
            Consumer:
              'A person acting for purposes that are wholly or mainly outside their trade, business, craft or profession.',
            'Business customer': 'Any customer who is not a consumer.',
            Quotation: 'Our written offer to you, with the drawings, specification and programme it names.',
            Contract: 'The agreement between you and us for the works.',
            Works: 'The work described in the quotation, including any variations.',
            Variation: 'A change to the works, the price or the programme that you and we have agreed in writing.',
            Site: 'The land and buildings where the works are carried out, and access to them.',
            'Contract value': 'The total price payable for the works under the contract, with all variations.',
            Completion:
              'The point at which the works are finished, apart from small items that do not stop you from using them as intended.',
            'In writing': 'On paper or by email.',
          }}
        />
      </Section>
      <Section id="services" title="Services">
        <P>We offer the services below. A contract covers only the work that its quotation describes.</P>
        <List items={services.map(({ name }) => name)} />
        <P>
          A quotation is open for acceptance for as long as it says. The contract begins when you accept the quotation
          in writing and we confirm this in writing.
        </P>
        <P>
          We price what can be known beforehand from surveys, site investigations and drawings. The ground may still
          hold surprises: old foundations, contaminated soil, groundwater, services that no record shows. If we meet
          something that an experienced contractor could not reasonably have foreseen, we will stop the affected work
          where it is safe to do so, tell you promptly, and set out in writing the options, their cost and how long they
          take. You pay more only if you agree a variation, or for what is urgently needed to keep people and structures
          safe.
        </P>
        <P>
          Variations that you ask for are priced and agreed in writing before we carry them out. Each variation states
          its effect on the price and on the programme.
        </P>
        <P>
          Dates in a programme are our best estimate unless the quotation calls them fixed. Where no time has been
          agreed, we will carry out the works within a reasonable time.
        </P>
        <P>
          Structural design comes from a qualified engineer. The quotation says whether you appoint the engineer or we
          do. We do not depart from the engineer’s design or sequence without the engineer’s agreement.
        </P>
        <P>
          Rendered project pictures on this website are architectural models. They show the kind of work we do; what we
          will build for you is described in your quotation.
        </P>
      </Section>
      <Section id="obligations" title="Obligations">
        <P>We will:</P>
        <List
          items={[
            'carry out the works with reasonable care and skill, as the contract says, and in line with the Building Regulations that apply to them;',
            'use materials that are of satisfactory quality, fit for their purpose and as described;',
            'plan, manage and monitor our work so that it is carried out without risk to health and safety, so far as is reasonably practicable, and meet the duties that the Construction (Design and Management) Regulations 2015 (CDM) give to us;',
            'keep excavations and existing structures supported as the engineer’s sequence requires, keep the site secure, and take away the soil and waste we produce;',
            'hold the insurance that the law requires and any other insurance the quotation names, and show you evidence of it on request.',
          ]}
        />
        <P>You will:</P>
        <List
          items={[
            'let us in at the times agreed and let us use water and electricity at the site, unless the quotation says otherwise;',
            'give us what you know about the site, such as surveys, drawings, earlier works, buried services and asbestos;',
            'obtain the permissions that are yours to obtain, such as planning permission, listed building consent or the consent of a freeholder or lender, unless the quotation says that we do so;',
            'move or protect your belongings near the works, and keep people who are not part of the works out of the working area;',
            'tell the insurer of your building about the works before they start;',
            'pay us as the contract says.',
          ]}
        />
        <P>
          <strong>CDM.</strong> If you have work done on your own home, and not in the course of a business, you are a
          domestic client. The client’s duties under CDM then normally pass to the contractor, or to the principal
          contractor where there is more than one contractor. You can agree in writing with your principal designer that
          the principal designer takes them on instead. Every other client keeps the client’s duties.
        </P>
        <P>
          <strong>Party walls.</strong> The Party Wall etc. Act 1996 may apply to work on a wall shared with a neighbour
          and, depending on depth, to excavation within three or six metres of a neighbouring building. The Act gives
          the duty to serve notice to the building owner, which usually means you. Unless the quotation includes it, you
          arrange the notices and any surveyors. We do not start work that the Act covers before notice has been served
          and the neighbour has agreed or an award has been made, and we keep to the award.
        </P>
        <P>
          <strong>Building control.</strong> Where the works need approval under the Building Regulations 2010, the
          quotation says who applies to the local authority or to a registered building control approver. We leave our
          work open for the inspections it needs, and we put right at our own cost any of our work that does not comply.
          Completion certificates are issued by the building control body and not by us; we give you our records to
          support them.
        </P>
      </Section>
      <Section id="payment" title="Payment">
        <P>
          The price is the one in the quotation, changed only by variations. Prices given to consumers include any VAT
          that is payable. Prices given to business customers say whether VAT is to be added.
        </P>
        <P>
          Unless we agree otherwise in writing, you pay a deposit of 50% of the price in the quotation before work
          starts, and the balance on completion. For longer projects the quotation may set stage payments instead.
        </P>
        <P>
          The deposit is part of the price. It pays for preparation and materials and reserves our people and plant for
          you. What happens to it if the contract ends early is set out in{' '}
          <LegalLink to="#termination">section 8</LegalLink>.
        </P>
        <P>
          If you think an invoice is wrong, tell us promptly and pay the part you do not dispute. You may hold back a
          fair sum for work that does not match the contract until we have put it right.
        </P>
        <P>
          If an undisputed sum is overdue, we will remind you in writing. If it is still unpaid after a reasonable time
          stated in the reminder, we may pause the works, once they are safe to leave, until it is paid. The programme
          moves by the length of the pause.
        </P>
        <P>
          If you are a business customer, we may claim interest and compensation under the Late Payment of Commercial
          Debts (Interest) Act 1998. If you are a consumer, we add no charges for late payment beyond the interest that
          a court may award.
        </P>
        <P>
          Where Part 2 of the Housing Grants, Construction and Regeneration Act 1996 applies, its rules on instalments,
          payment notices and adjudication come before this section. They do not apply to a contract that is mainly
          about a dwelling which you occupy, or intend to occupy, as your residence.
        </P>
        <P>Materials become yours when they are built in or when you have paid for them, whichever is earlier.</P>
      </Section>
      <Section id="warranties-and-liability" title="Warranties and liability">
        <P>
          We warrant that the works will be carried out with reasonable care and skill, with materials that are of
          satisfactory quality and fit for their purpose, and as the contract says. A longer guarantee, such as one
          given by the maker of a waterproofing system, applies only where the quotation names it, and on its own terms.
        </P>
        <P>
          If you are a consumer, the Consumer Rights Act 2015 gives you rights if our work or materials are not as they
          should be. You can ask us to carry out the work again, or to repair or replace materials, and where that is
          impossible or is not done within a reasonable time and without significant inconvenience to you, you can have
          the price reduced. These terms do not change those rights.
        </P>
        <P>
          Please tell us about a defect as soon as you can and let us inspect it. We put right at our own cost what is
          not as the contract says, and we make good damage to your property that we cause through our fault.
        </P>
        <P>
          Our total liability to you under or in connection with a contract, whatever its cause, is limited to the
          contract value of that contract.
        </P>
        <P>Neither that limit nor anything else in these terms excludes or restricts:</P>
        <List
          items={[
            'liability for death or personal injury caused by negligence;',
            'liability for fraud or fraudulent misrepresentation;',
            'the rights of a consumer under the Consumer Rights Act 2015 which that Act does not allow us to exclude or restrict;',
            'duties under the Defective Premises Act 1972;',
            'any other liability that the law does not allow us to exclude or restrict.',
          ]}
        />
        <P>Subject to that list, we are not liable for:</P>
        <List
          items={[
            'loss that neither you nor we could reasonably have expected when the contract was made;',
            'loss to the extent that it is caused by wrong information from you or by people who do not work for us;',
            'defects that were already in the building and that we neither caused nor could reasonably have discovered;',
            'a business customer’s loss of profit, rent, business or opportunity.',
          ]}
        />
        <P>
          We take care that this website is correct and safe to use. It describes our work in general and is not advice
          on your building: do not rely on it in place of a survey or an engineer. We cannot promise that it is always
          available.
        </P>
      </Section>
      <Section id="intellectual-property" title="Intellectual property">
        <P>{`The words, drawings, pictures and logo on this website belong to ${site.legalName} or to those who allow us to use them. You may view, print and share pages for your own purposes. Please ask us in writing before you use them for anything else.`}</P>
        <P>
          Drawings, method statements and calculations prepared for your project remain the property of whoever made
          them. Once you have paid what is due for the works they concern, you may use and copy them to build, maintain,
          alter, insure or sell the property.
        </P>
        <P>
          What you give us remains yours. You allow us, and those who work for us, to use it for the works, and you
          confirm that you are entitled to pass it on.
        </P>
        <P>We ask you before we publish a picture that shows your home. You are free to say no.</P>
        <P>
          A testimonial remains yours. By sending it you allow us to publish its text and rating with the name and
          location you gave. You can ask us to take it down at any time.
        </P>
      </Section>
      <Section id="termination" title="Termination">
        <P>
          <strong>The consumer’s right to cancel.</strong> If you are a consumer and we made the contract away from our
          business premises, for example in your home, or at a distance, for example by email or telephone, the Consumer
          Contracts (Information, Cancellation and Additional Charges) Regulations 2013 generally give you 14 days from
          the day after the contract is made to cancel it without a reason. Where you have this right, we tell you about
          it, and give you a model cancellation form, before the contract is made.
        </P>
        <P>
          There are exceptions. They include the construction of a new building, the conversion of a building into what
          is substantially a new one, and urgent repairs that you have asked us to come and make.
        </P>
        <P>
          <strong>How to cancel.</strong> Tell us clearly in that time, for example by email to <EmailLink />. We refund
          what you have paid, including the deposit, within 14 days of hearing from you. If you expressly asked us to
          start within the 14 days, you pay for the part of the works done before you cancelled. If the works were fully
          completed at your request within that time, and you had acknowledged that this would end the right to cancel,
          the right ends with them.
        </P>
        <P>
          <strong>Ending a contract for cause.</strong> You or we may end the contract by written notice if the other
          commits a serious breach and, where the breach can be put right, has not done so within a reasonable time set
          in an earlier notice; or if the other becomes insolvent or bankrupt, so far as the law allows.
        </P>
        <P>
          <strong>Ending a contract without cause.</strong> You may also end the contract at any other time by
          reasonable notice in writing. You then pay for the works done, for materials made or ordered for you that
          cannot be returned or used elsewhere, and for the reasonable costs that ending it causes us. We keep those
          costs as low as we reasonably can, and the total is never more than the contract value.
        </P>
        <P>
          <strong>Leaving the site safe.</strong> However a contract ends, the site is made safe first: an open
          excavation or a part-supported wall is never simply left. The cost is part of the works, unless the contract
          ends because of our breach; then any extra cost of making safe is ours. We hand over the records that you or
          your next contractor need.
        </P>
        <P>
          We then compare what you have paid, including the deposit, with what is due to us, and within a reasonable
          time refund the difference or invoice it. Rights that either of us already has, including your right to claim
          for a breach, are not affected.
        </P>
      </Section>
      <Section id="force-majeure" title="Force majeure">
        <P>
          Neither you nor we are in breach of the contract for a delay or failure that is caused by an event beyond our
          reasonable control and that reasonable care could not have avoided. Such events include:
        </P>
        <List
          items={[
            'severe weather, flooding, fire or subsidence that the works did not cause;',
            'epidemics, war, terrorism and civil unrest;',
            'acts of government and public authorities, and failures of public utilities;',
            'archaeological remains or unexploded ordnance found in the ground;',
            'industry-wide strikes and shortages of materials.',
          ]}
        />
        <P>
          Whoever is affected tells the other promptly and does what is reasonable to limit the effect. We keep the site
          safe meanwhile, and the programme is extended by a fair time.
        </P>
        <P>
          If such an event stops the works for more than three months, you or we may end the contract by written notice.
          You pay for the works done and for materials made or ordered for you that cannot be returned or used
          elsewhere; we refund the rest of what you have paid.
        </P>
        <P>This section does not excuse the payment of sums that were already due.</P>
      </Section>
      <Section id="governing-law" title="Governing law of England and Wales">
        <P>
          These terms, every contract made under them and any dispute connected with either are governed by the law of
          England and Wales.
        </P>
        <P>
          The courts of England and Wales deal with disputes. If you are a consumer who lives in Scotland or Northern
          Ireland, you may also use the courts there, and you keep the protection that the mandatory rules of the law
          there give you.
        </P>
        <P>
          Please bring a complaint to us first, so that we can put it right. If we cannot settle a consumer’s complaint
          between us, we will name in writing an approved provider of alternative dispute resolution and say whether we
          agree to use it. You remain free to go to court.
        </P>
        <P>
          If a court finds that a part of these terms cannot be enforced, the rest stays in force. If one of us delays
          in using a right, the right is not lost.
        </P>
        <P>
          The contract is between you and us. Nobody else can enforce it under the Contracts (Rights of Third Parties)
          Act 1999. We may use subcontractors, and we remain responsible for their work. Neither of us may transfer the
          contract to someone else without the other’s written consent, which must not be withheld without good reason.
        </P>
      </Section>
      <Section id="contact" title="Contact">
        <P>For questions about these terms, a quotation or a contract, or to give notice under them, contact us:</P>
        <CompanyDetails />
        <P>
          A notice by email counts as a notice in writing. Our registered company details are at the foot of every page.
        </P>
      </Section>
    </LegalPage>
  )
}
