/** Types of properties at schema.org, checked by hand. */
const PROPERTIES = {
  text: words('name description legalName jobTitle telephone email reviewBody caption creditText').concat(
    words('streetAddress postalCode addressLocality addressRegion addressCountry'),
  ),
  url: words('@id url image logo item contentUrl'),
  number: words('position numberOfItems width height ratingValue reviewCount worstRating bestRating'),
  boolean: words('representativeOfPage'),
  time: words('opens closes'),
  date: words('datePublished'),
  day: words('dayOfWeek'),
  language: words('inLanguage'),
  PostalAddress: words('address'),
  AdministrativeArea: words('areaServed'),
  OpeningHoursSpecification: words('openingHoursSpecification'),
  Person: words('founder author'),
  AggregateRating: words('aggregateRating'),
  Review: words('review'),
  Rating: words('reviewRating'),
  GeneralContractor: words('worksFor publisher about'),
  ItemList: words('mainEntity'),
  ListItem: words('itemListElement'),
}
const ANYTHING = words('@id name description url image')

// Required by Google's rich results or by common sense, then optional.
const TYPES: Readonly<Record<string, readonly [required: string, more: string]>> = {
  GeneralContractor: [
    'name',
    'legalName logo telephone email address areaServed openingHoursSpecification founder aggregateRating review',
  ],
  PostalAddress: ['addressLocality addressCountry', 'streetAddress postalCode addressRegion'],
  AdministrativeArea: ['name', ''],
  OpeningHoursSpecification: ['dayOfWeek opens closes', ''],
  Person: ['name', 'jobTitle email telephone worksFor'],
  WebSite: ['name url', 'inLanguage publisher'],
  CollectionPage: ['name url mainEntity', 'inLanguage about'],
  ItemList: ['itemListElement', 'numberOfItems'],
  BreadcrumbList: ['itemListElement', ''],
  ListItem: ['position name', 'item'],
  ImageObject: ['contentUrl creditText caption width height', 'representativeOfPage'],
  AggregateRating: ['ratingValue reviewCount', 'worstRating bestRating'],
  Review: ['author reviewRating', 'reviewBody datePublished'],
  Rating: ['ratingValue', 'worstRating bestRating'],
}

function words(text: string): string[] {
  return text.split(' ')
}

const PATTERNS: Partial<Record<string, RegExp>> = {
  text: /\S/,
  url: /^https:\/\/[^\s/]+(?:\/\S*)?$/,
  time: /^([01]\d|2[0-3]):[0-5]\d$/,
  date: /^\d{4}-(0[1-9]|1[0-2])-([0-2]\d|3[01])/,
  day: /^(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day$/,
  language: /^en-GB$/,
}

const fits = (kind: string, value: unknown): boolean => {
  if (kind === 'number') return Number.isFinite(value)
  if (kind === 'boolean') return typeof value === 'boolean'
  return typeof value === 'string' && (PATTERNS[kind]?.test(value) ?? false)
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const problemsOfValue = (value: unknown, kind: string, place: string): string[] => {
  // A reference replaces a description.
  const isNamed = isRecord(value) && Object.keys(value).join() === '@id' && fits('url', value['@id'])
  if (kind in TYPES && isRecord(value) && value['@type'] === kind) return validateThing(value, place)
  return (kind in TYPES && isNamed) || fits(kind, value) ? [] : [`${place}: ${JSON.stringify(value)} is no ${kind}`]
}

/** Lists the faults of a thing, including nested ones. */
export const validateThing = (thing: unknown, place = ''): string[] => {
  if (!isRecord(thing)) return [`${place}: not an object`]
  const here = `${place} > ${thing['@type']}`
  const [required, more] = TYPES[String(thing['@type'])] ?? []
  if (required === undefined || more === undefined) return [`${here}: not a type this site uses`]
  const missing = words(required).filter((name) => thing[name] === undefined)
  const allowed = [...words(required), ...words(more), ...ANYTHING]
  const wrong = Object.entries(thing).flatMap(([name, value]) => {
    if (name === '@type') return []
    const [kind] = Object.entries(PROPERTIES).find(([, names]) => names.includes(name)) ?? []
    if (!kind || !allowed.includes(name)) return [`${here}: has no property ${name}`]
    return [value].flat().flatMap((each) => problemsOfValue(each, kind, `${here}.${name}`))
  })
  return [...missing.map((name) => `${here}: ${name} is missing`), ...wrong]
}
