import { site } from '@/content/site'
import type { LegalDocument } from './blocks'
import { rightsSections } from './privacy-rights'
import { useSections } from './privacy-use'

export const privacy: LegalDocument = {
  title: 'Privacy Policy',
  description: `How ${site.name} uses and protects personal data, what this website keeps in your browser, and your rights under UK data protection law.`,
  summary: 'What we know about you, why, for how long, and what you can ask of us.',
  clauses: false,
  sections: [...useSections, ...rightsSections],
}
