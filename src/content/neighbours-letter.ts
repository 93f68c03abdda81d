import { site } from './site'

/** One-page A4 letter that the owner prints, fills in at each `___` and signs. */
export const neighbourLetter = [
  'Dear ___',
  'We are planning building work at ___, next door to you or nearby, and wanted you to hear about it from us first.',
  'What is planned: ___',
  'We expect the work to start around ___ and finish around ___. The noisiest weeks should be from ___ to ___. Noisy work will only be carried out during the hours the council allows: ___',
  'If the Party Wall etc. Act 1996 applies, you will receive a formal notice, separately and in good time. You can then consent, or appoint a surveyor, whose reasonable fees we would nearly always pay. A surveyor would also photograph your rooms, so there is a record of their condition.',
  `Our contractor is ${site.legalName}. Please call ${site.phone.display} (${site.hours.map(({ days, time }) => `${days} ${time}`).join(', ')}) about anything on site. You can reach us on ___`,
  'This letter is for information only. It is not a notice under the Party Wall etc. Act 1996, and you don’t need to reply.',
  'Kind regards,',
  'Name, address and date: ___',
]
