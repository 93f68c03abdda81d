import { site } from '@/content/site'
import type { LegalDocument } from './blocks'
import { contractSections } from './terms-contract'
import { protectionSections } from './terms-protection'

export const terms: LegalDocument = {
  title: 'Terms and Conditions',
  description: `The terms on which ${site.name} quotes, works and is paid, what it answers for and how a contract ends, under the law of England and Wales.`,
  summary: 'How we quote, work and are paid, and what you can expect of us if something does not go to plan.',
  clauses: true,
  sections: [...contractSections, ...protectionSections],
}
