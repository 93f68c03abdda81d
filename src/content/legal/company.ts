import { site } from '@/content/site'
import { definitions, type LegalLink } from './blocks'

export const emailLink: LegalLink = { text: site.email, href: `mailto:${site.email}` }
export const phoneLink: LegalLink = { text: site.phone.display, href: site.phone.href }

/** Who we are and how to reach us, for the last section of each document. */
export const companyDetails = definitions([
  ['Company', site.legalName],
  ['E-mail', [emailLink]],
  ['Telephone', [phoneLink]],
  ['Hours', site.hours.map(({ days, time }) => `${days}, ${time}`).join('; ')],
  ['Area we work in', site.area],
])
