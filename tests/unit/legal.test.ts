import { describe, expect, it } from 'vitest'
import type { LegalBlock, LegalDocument, LegalText } from '@/content/legal/blocks'
import { privacy } from '@/content/legal/privacy'
import { terms } from '@/content/legal/terms'
import { site } from '@/content/site'
import { paths } from '@/paths'

const textsOf = (block: LegalBlock): LegalText[] => {
  switch (block.kind) {
    case 'paragraph':
      return [block.text]
    case 'list':
      return [...block.items]
    case 'definitions':
      return block.items.flatMap(({ term, text }) => [term, text])
    case 'table':
      return [block.caption, ...block.columns, ...block.rows.flat()]
  }
}
const partsOf = (text: LegalText) => (typeof text === 'string' ? [text] : text)
const plain = (text: LegalText): string =>
  partsOf(text)
    .map((part) => {
      if (typeof part === 'string') return part
      if ('code' in part) return part.code
      return 'strong' in part ? part.strong : part.text
    })
    .join('')
const allTexts = ({ sections }: LegalDocument) => sections.flatMap(({ blocks }) => blocks.flatMap(textsOf))

const textOf = (document: LegalDocument, id: string): string => {
  const section = document.sections.find((candidate) => candidate.id === id)
  if (!section) throw new Error(`There is no section ${id}`)
  return section.blocks.flatMap(textsOf).map(plain).join('\n')
}

describe.each([terms, privacy])('$title', (document) => {
  const ids = document.sections.map(({ id }) => id)

  it('has eleven sections with ids of their own that fit a URL', () => {
    expect(ids).toHaveLength(11)
    expect(new Set(ids).size).toBe(11)
    expect(ids.every((id) => /^[a-z]+(-[a-z]+)*$/.test(id))).toBe(true)
  })

  it('has words in every section, none left open or doubled', () => {
    for (const { id } of document.sections) expect(textOf(document, id).length, id).toBeGreaterThan(100)
    expect(allTexts(document).map(plain).join('\n')).not.toMatch(/TODO|TBC|lorem|undefined|\[object| {2}|\b(\w+) \1\b/i)
  })

  it('leads only to sections and pages that exist, to the company, and to the regulator', () => {
    const targets = allTexts(document).flatMap((text) =>
      partsOf(text).flatMap((part) => (typeof part === 'object' && 'href' in part ? [part.href] : [])),
    )
    const known = [
      ...ids.map((id) => `#${id}`),
      paths.terms.href,
      paths.privacy.href,
      `mailto:${site.email}`,
      site.phone.href,
      'https://ico.org.uk/make-a-complaint/',
      'tel:+443031231113',
    ]
    expect(targets.filter((target) => !known.includes(target))).toEqual([])
  })

  it('gives every row of a table a cell for every column', () => {
    for (const block of document.sections.flatMap(({ blocks }) => blocks))
      if (block.kind === 'table')
        expect(
          block.rows.every((row) => row.length === block.columns.length),
          block.caption,
        ).toBe(true)
  })

  it('names the company and how to reach it', () => {
    const contact = textOf(document, 'contact')
    for (const fact of [site.legalName, site.email, site.phone.display, site.area]) expect(contact).toContain(fact)
  })
})

describe('the terms', () => {
  it('follow the order of the specification', () => {
    expect(terms.sections.map(({ title }) => title)).toEqual([
      'Introduction',
      'Definitions',
      'Services',
      'Obligations',
      'Payment',
      'Warranties and liability',
      'Intellectual property',
      'Termination',
      'Force majeure',
      'Governing law of England and Wales',
      'Contact',
    ])
  })

  it.each([
    ['payment', /Unless we agree otherwise in writing, you pay a deposit of 50% .* before work starts/],
    ['payment', /the balance on completion/],
    ['warranties-and-liability', /total liability .* is limited to the contract value/],
    ['warranties-and-liability', /death or personal injury caused by negligence/],
    ['warranties-and-liability', /fraud/],
    ['warranties-and-liability', /Consumer Rights Act 2015/],
    ['termination', /Cancellation and Additional Charges\) Regulations 2013 generally give you 14 days/],
    ['obligations', /Construction \(Design and Management\) Regulations 2015/],
    ['obligations', /Party Wall etc\. Act 1996/],
    ['obligations', /Building Regulations 2010/],
    ['governing-law', /governed by the law of England and Wales/],
  ])('say in %s: %s', (id, words) => {
    expect(textOf(terms, id)).toMatch(words)
  })

  it('name the section a reference leads to by its number', () => {
    const numbers = allTexts(terms).flatMap((text) =>
      partsOf(text).flatMap((part) =>
        typeof part === 'object' && 'href' in part && part.href.startsWith('#')
          ? [[part.text.replace(/\D/g, ''), `${terms.sections.findIndex(({ id }) => `#${id}` === part.href) + 1}`]]
          : [],
      ),
    )
    expect(numbers.length).toBeGreaterThan(0)
    for (const [written, real] of numbers) expect(written).toBe(real)
  })
})

describe('the privacy policy', () => {
  it('follows the order of the specification', () => {
    expect(privacy.sections.map(({ title }) => title)).toEqual([
      'Introduction',
      'Information collected',
      'Use of your information',
      'Legal basis under UK data protection law',
      'Sharing and transfers',
      'Security',
      'Retention',
      'Cookies',
      'Data subject rights',
      'Changes to this policy',
      'Contact and your right to complain',
    ])
  })

  it.each([
    ['legal-basis', /UK GDPR.* Data Protection Act 2018/],
    ['retention', /typically for 7 years after project completion/],
    ['information-collected', /Your e-mail address is never published/],
    ['information-collected', /keyed hash/],
    ['cookies', /Privacy and Electronic Communications Regulations 2003 \(PECR\)/],
    ['cookies', /‘Cookie settings’ in the footer/],
    ['contact', /right to complain .* Information Commissioner’s Office \(ICO\)/],
    ['contact', /ico\.org\.uk/],
    ['contact', /0303 123 1113/],
  ])('says in %s: %s', (id, words) => {
    expect(textOf(privacy, id)).toMatch(words)
  })

  it('lists every name the site keeps in a browser, with the kind of its storage', () => {
    const cookies = privacy.sections.find(({ id }) => id === 'cookies')
    const rows = (cookies?.blocks ?? []).flatMap((block) => (block.kind === 'table' ? block.rows : []))
    const kinds = new Map(rows.map(([name, _purpose, kind]) => [plain(name ?? ''), plain(kind ?? '')]))
    expect(Object.fromEntries(kinds)).toEqual({
      cookieConsent: 'Local storage',
      'scroll-positions': 'Session storage',
      'remix-router-transitions': 'Session storage',
      'workbox-…': 'Cache storage and IndexedDB',
      'sb-…-auth-token': 'Local storage',
      adminAuth: 'Local storage',
      adminVideos: 'Local storage',
      projectImages: 'Local storage',
      heroSlides: 'Local storage',
      media: 'IndexedDB',
      'admin-demo': 'Session storage',
      'maintenance-auth': 'Session storage',
      'site-access-auth': 'Session storage',
      _ga: 'Cookie of this site',
      '_ga_…': 'Cookie of this site',
      _GRECAPTCHA: 'Cookie of google.com',
    })
  })
})
