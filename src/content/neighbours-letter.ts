import { site } from './site'

/** A letter that the owner who builds prints, fills in and signs: one page of A4. A blank is `___`. */
export const neighbourLetter = [
  'Dear ___',
  'We plan building work at ___, next door to you or nearby. We would like you to hear it from us first.',
  'What is planned: ___',
  'We expect the work to start about ___ and to end about ___. The noisiest weeks should be from ___ to ___. Noisy work will be done only in the hours that the council allows: ___',
  'If the Party Wall etc. Act 1996 applies, you will receive a formal notice, separately and in good time. You may agree, or have a surveyor act for you, whose reasonable fees we would nearly always pay. A surveyor would also photograph your rooms, so that everybody knows how they looked before.',
  `Our contractor is ${site.legalName}. Ring ${site.phone.display} (${site.hours.map(({ days, time }) => `${days} ${time}`).join(', ')}) about anything on the site. You reach us on ___`,
  'This letter is for information. It is no notice under the Party Wall etc. Act 1996, and you do not have to answer it.',
  'With kind regards,',
  'Name, address and date: ___',
]
