const facts = {
  name: 'Stratum Groundworks',
  legalName: 'Stratum Groundworks Ltd',
  tagline: 'London basements, underpinning and groundworks',
  description:
    'London groundworks contractor for basement conversions, underpinning, excavation and below-ground drainage.',
  url: 'https://www.stratumgroundworks.example',
  projectsHost: 'https://projects.stratumgroundworks.example',
  /** Required by law. */
  registration: {
    number: '00000000',
    place: 'England and Wales',
    office: '1 Sample Street, London',
  },
  phone: { display: '020 7946 0123', href: 'tel:+442079460123' },
  /** Optional. As in 07700 900123 or +44 7700 900123. */
  whatsapp: '07700 900123',
  email: 'info@stratumgroundworks.example',
  mailFrom: 'no-reply@projects.stratumgroundworks.example',
  adminEmail: 'admin@stratumgroundworks.example',
  founder: { name: 'Alex Marlowe', title: 'Founder & CEO' },
  hours: [
    {
      days: 'Monday to Friday',
      time: '8 am to 6 pm',
      opening: { dayOfWeek: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'], opens: '08:00', closes: '18:00' },
    },
    {
      days: 'Saturday',
      time: '9 am to 1 pm',
      opening: { dayOfWeek: ['Saturday'], opens: '09:00', closes: '13:00' },
    },
  ],
  area: 'All London boroughs, and the home counties inside the M25',
  address: { addressLocality: 'London', addressRegion: 'Greater London', addressCountry: 'GB' },
  /** Promises of the terms. Review each `sample` and remove the mark before going live. */
  assurances: [
    {
      name: 'Insurance',
      text: 'All cover required by law, plus any named in your quotation. Evidence on request.',
      terms: { section: 'obligations', name: 'Our obligations' },
      sample: true,
    },
    {
      name: 'Guarantee',
      text: 'Reasonable care and skill, with materials of satisfactory quality and fit for purpose.',
      terms: { section: 'warranties-and-liability', name: 'What we warrant' },
      sample: true,
    },
  ] as readonly { name: string; text: string; terms: { section: string; name: string }; sample?: boolean }[],
  /** Bodies that have accredited the company, as in `{ name: 'A body', text: 'what it checks' }`. */
  accreditations: [] as readonly { name: string; text: string }[],
  figures: [
    { value: '5', label: 'projects shown in full, stage by stage' },
    { value: '7.0 m', label: 'deepest dig in our portfolio, under a Farringdon warehouse' },
    { value: '1.0 m', label: 'the widest underpinning bay we ever open' },
  ],
} as const

/** Company facts, all SAMPLES. Ofcom reserves the telephone numbers for drama. */
export const site: Omit<typeof facts, 'whatsapp'> & { readonly whatsapp?: string | undefined } = facts

export const toAbsoluteUrl = (path: string): string => `${site.url}${path}`
