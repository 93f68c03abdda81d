/**
 * What schema.org says of the types the site uses, checked by hand against the page of each type, as far as we use
 * them: properties by the kind of value they take. `required` is what Google's rich results ask for, or, where Google
 * asks for nothing, what the thing would be useless without.
 */
type Kind = 'text' | 'url' | 'number' | 'boolean' | 'time' | 'date' | 'day' | 'language' | readonly string[]
type TypeRule = { properties: Readonly<Record<string, Kind>>; required: readonly string[] }

const thing = { name: 'text', description: 'text', url: 'url', image: 'url' } as const

export const SCHEMA_ORG: Readonly<Record<string, TypeRule>> = {
  GeneralContractor: {
    properties: {
      ...thing,
      legalName: 'text',
      logo: 'url',
      telephone: 'text',
      email: 'text',
      address: ['PostalAddress'],
      areaServed: ['AdministrativeArea'],
      openingHoursSpecification: ['OpeningHoursSpecification'],
      founder: ['Person'],
      aggregateRating: ['AggregateRating'],
      review: ['Review'],
    },
    required: ['name'],
  },
  PostalAddress: {
    properties: {
      streetAddress: 'text',
      postalCode: 'text',
      addressLocality: 'text',
      addressRegion: 'text',
      addressCountry: 'text',
    },
    required: ['addressLocality', 'addressCountry'],
  },
  AdministrativeArea: { properties: thing, required: ['name'] },
  OpeningHoursSpecification: {
    properties: { dayOfWeek: 'day', opens: 'time', closes: 'time' },
    required: ['dayOfWeek', 'opens', 'closes'],
  },
  Person: {
    properties: {
      ...thing,
      jobTitle: 'text',
      email: 'text',
      telephone: 'text',
      worksFor: ['GeneralContractor'],
    },
    required: ['name'],
  },
  WebSite: {
    properties: { ...thing, inLanguage: 'language', publisher: ['GeneralContractor'] },
    required: ['name', 'url'],
  },
  CollectionPage: {
    properties: { ...thing, inLanguage: 'language', about: ['GeneralContractor'], mainEntity: ['ItemList'] },
    required: ['name', 'url', 'mainEntity'],
  },
  ItemList: {
    properties: { ...thing, numberOfItems: 'number', itemListElement: ['ListItem'] },
    required: ['itemListElement'],
  },
  BreadcrumbList: { properties: { ...thing, itemListElement: ['ListItem'] }, required: ['itemListElement'] },
  ListItem: { properties: { ...thing, position: 'number', item: 'url' }, required: ['position', 'name'] },
  ImageObject: {
    properties: {
      ...thing,
      contentUrl: 'url',
      caption: 'text',
      width: 'number',
      height: 'number',
      representativeOfPage: 'boolean',
      creditText: 'text',
    },
    required: ['contentUrl', 'creditText', 'caption', 'width', 'height'],
  },
  AggregateRating: {
    properties: { ratingValue: 'number', reviewCount: 'number', worstRating: 'number', bestRating: 'number' },
    required: ['ratingValue', 'reviewCount'],
  },
  Review: {
    properties: { ...thing, author: ['Person'], reviewBody: 'text', datePublished: 'date', reviewRating: ['Rating'] },
    required: ['author', 'reviewRating'],
  },
  Rating: {
    properties: { ratingValue: 'number', worstRating: 'number', bestRating: 'number' },
    required: ['ratingValue'],
  },
}

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== ''

const FITS: Readonly<Record<Extract<Kind, string>, (value: unknown) => boolean>> = {
  text: isText,
  url: (value) => isText(value) && URL.canParse(value) && value.startsWith('https://'),
  number: Number.isFinite,
  boolean: (value) => typeof value === 'boolean',
  time: (value) => isText(value) && /^([01]\d|2[0-3]):[0-5]\d$/.test(value),
  date: (value) => isText(value) && /^\d{4}-\d\d-\d\d/.test(value) && !Number.isNaN(Date.parse(value)),
  day: (value) => isText(value) && DAYS.includes(value),
  language: (value) => value === 'en-GB',
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const problemsOfValue = (value: unknown, kind: Kind, place: string): string[] => {
  if (typeof kind === 'string') return FITS[kind](value) ? [] : [`${place}: ${JSON.stringify(value)} is no ${kind}`]
  // A thing may be named instead of described.
  if (isRecord(value) && Object.keys(value).join() === '@id') return FITS.url(value['@id']) ? [] : [`${place}: bad @id`]
  if (isRecord(value) && kind.includes(String(value['@type']))) return problemsOf(value, place)
  return [`${place}: expected ${kind.join(' or ')}`]
}

/** What is wrong with a thing, and with everything inside it; empty when nothing is. */
export const problemsOf = (thing: unknown, place = ''): string[] => {
  if (!isRecord(thing)) return [`${place}: not an object`]
  const type = String(thing['@type'])
  const rule = SCHEMA_ORG[type]
  const here = place ? `${place} > ${type}` : type
  if (!rule) return [`${here}: not a type this site uses`]
  const missing = rule.required.filter((name) => thing[name] === undefined).map((name) => `${here}: ${name} is missing`)
  const wrong = Object.entries(thing)
    .filter(([name]) => name !== '@type')
    .flatMap(([name, value]) => {
      if (name === '@id') return problemsOfValue(value, 'url', `${here}.@id`)
      const kind = rule.properties[name]
      if (!kind) return [`${here}: has no property ${name}`]
      const values: unknown[] = Array.isArray(value) ? value : [value]
      return values.flatMap((each) => problemsOfValue(each, kind, `${here}.${name}`))
    })
  return [...missing, ...wrong]
}
