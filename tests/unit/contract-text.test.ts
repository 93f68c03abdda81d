import { approvalFormSchema } from '@contract/approval-mail'
import { sendEmailSchema } from '@contract/enquiry'
import { invitationFormSchema } from '@contract/invitation'
import { projectContentSchema } from '@contract/project'
import { publicationItemSchema } from '@contract/publication'
import { testimonialFormSchema } from '@contract/review'
import {
  cleanLine,
  cleanText,
  EMAIL_MAX,
  emailAddress,
  optionalEmail,
  optionalLine,
  requiredLine,
  requiredText,
  STOP_AT_FIRST,
} from '@contract/text'
import * as v from 'valibot'
import { describe, expect, it, vi } from 'vitest'
import { suggestAltText } from '@/admin/images/readable-name'
import { type Media, toItems } from '@/admin/publications/plan'
import { factorNameSchema } from '@/domain/user'
import { fakeFileName, fakeImage } from '../support/custom-projects'
import { oddTexts } from '../support/odd-texts'

const ENGLAND = '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}'

describe('cleaned text', () => {
  it.each([
    ['trims every kind of white space', ' \t\u00a0\u3000text\ufeff\n ', 'text'],
    ['normalises line endings to \\n', 'one\r\ntwo\rthree\nfour', 'one\ntwo\nthree\nfour'],
    ['keeps tabs and newlines inside the text', 'a\tb\n\nc', 'a\tb\n\nc'],
    ['drops NUL and other control characters', 'a\u0000b\u0007c\u001bd\u007fe\u0085f', 'abcdef'],
    ['replaces an unpaired surrogate', 'a\ud83dz', 'a\ufffdz'],
    ['composes letters with their accents', 'Zoe\u0308', 'Zoë'],
    ['keeps right-to-left letters and marks', 'שלום \u200fمرحبا', 'שלום \u200fمرحبا'],
    ['drops bidirectional overrides and isolates', 'Sam \u202egpj.exe\u202c \u2066x\u2069', 'Sam gpj.exe x'],
    ['drops invisible characters between letters', 'S\u200ba\u2060m\ufeff\u00ad\ufff9', 'Sam'],
    ['keeps the flag of England and joined letters', `${ENGLAND} क्\u200dष`, `${ENGLAND} क्\u200dष`],
    ['drops text hidden in tag characters', 'Sam\u{e0048}\u{e0049}\u{e007f}', 'Sam'],
    ['drops text hidden after a flag', `${ENGLAND}\u{e0048}\u{e0049}`, ENGLAND],
    ['drops joiners and direction marks from Latin words', 'S\u200dam\u200f A\u034fnn\u061c\u17b4', 'Sam Ann'],
    ['keeps joiners in scripts that need them', 'می\u200cخواهم', 'می\u200cخواهم'],
    ['keeps multi-part emoji', '👩🏽\u200d🚀 ❤\ufe0f\u200d🔥 1\ufe0f⃣', '👩🏽\u200d🚀 ❤\ufe0f\u200d🔥 1\ufe0f⃣'],
    ['drops a joiner between an emoji and a letter', '👷\u200dSam', '👷Sam'],
    ['limits stacked accents to five', `Z${'\u0310'.repeat(90)}o`, `Z${'\u0310'.repeat(5)}o`],
    ['drops text hidden in variation selectors', 'Sam\ufe01\u{e0151}\u{e0152}\u180b ☂\ufe0f', 'Sam ☂\ufe0f'],
    ['keeps variation selectors of Han and Mongolian letters', '漢\u{e0100} ᠠ\u180b', '漢\u{e0100} ᠠ\u180b'],
    ['returns an empty text when nothing is visible', '\u3164\u200d\u2800\ufe0f\u200f', ''],
    ['returns an empty text when only an accent is left', '\u0301', ''],
    ['keeps markup and SQL as plain text', '<script>a("1")</script>; drop', '<script>a("1")</script>; drop'],
  ])('cleanText %s', (_, given, expected) => {
    expect(cleanText(given)).toBe(expected)
  })

  it('cleanLine removes line breaks, so text cannot add email headers', () => {
    expect(cleanLine('Sam\r\nBcc: eve@example.com')).toBe('Sam Bcc: eve@example.com')
    expect(cleanLine('a \t\u2028\u2029 b')).toBe('a b')
  })
})

const accepts = (schema: v.GenericSchema, value: unknown) => v.safeParse(schema, value).success

it.each([
  ['line', requiredLine(5)],
  ['text', requiredText(5)],
])('a required %s rejects blank values and has a limit that applies after cleaning', (_, schema) => {
  for (const blank of ['', '\u00a0\n\t', '\u0007\u0008', '\u2800 \u200d'])
    expect(accepts(schema, blank), JSON.stringify(blank)).toBe(false)
  for (const value of [undefined, null, 5, ['abc']]) expect(accepts(schema, value), String(value)).toBe(false)
  expect(v.parse(schema, '  abcde\u0000  ')).toBe('abcde')
  expect(accepts(schema, 'abcdef')).toBe(false)
})

it('an optional line may be missing or blank, but still has a limit', () => {
  for (const missing of [undefined, null, ' \n']) expect(v.parse(optionalLine(5), missing)).toBe('')
  for (const value of ['abcdef', 3]) expect(accepts(optionalLine(5), value)).toBe(false)
})

describe('email addresses', () => {
  it('an email address is exactly one address without a name, header or parameter', () => {
    const good = ['pat@example.com', 'p.a-t+tag@sub.example.co.uk', "o'brien@example-site.ie"]
    expect(good.map((address) => v.parse(emailAddress, ` ${address}\n`))).toEqual(good)
    const several = ['pat@example.com,eve@example.com', 'pat@example.com;eve@example.com']
    const more = [
      'Pat <pat@example.com>',
      'pat@example.com\r\nBcc: eve@example.com',
      'mailto:pat@example.com?bcc=a@b.com',
    ]
    const broken = ['', 'pat', 'pat@example', 'pat@exa mple.com', 'pat\u0000@example.com']
    expect([...several, ...more, ...broken].filter((address) => accepts(emailAddress, address))).toEqual([])
  })

  it('an email address is limited to the maximum length of a mailbox', () => {
    const longest = 'pat@example.com'.padStart(EMAIL_MAX, 'a')
    expect([accepts(emailAddress, longest), accepts(emailAddress, `a${longest}`)]).toEqual([true, false])
  })

  it('an optional email address may be missing or blank, but not invalid', () => {
    for (const missing of [undefined, null, '  ']) expect(v.parse(optionalEmail, missing)).toBe('')
    expect(v.parse(optionalEmail, ' pat@example.com ')).toBe('pat@example.com')
    expect(accepts(optionalEmail, 'pat@')).toBe(false)
  })
})

const picture: Media = { kind: 'image', ...fakeImage(fakeFileName('a')) }
const { description, services, facts, images, ...project } = projectContentSchema.entries
const FORMS: Record<string, Record<string, v.GenericSchema>> = {
  testimonial: v.pick(testimonialFormSchema, ['name', 'location', 'text']).entries,
  enquiry: v.pick(sendEmailSchema, ['name', 'phone', 'subject', 'source', 'domain', 'cardUrl']).entries,
  invitation: v.pick(invitationFormSchema, ['name', 'location']).entries,
  thanks: approvalFormSchema.entries,
  authenticator: factorNameSchema.entries,
  project: { title: project.title, location: project.location, summary: project.summary },
  'project page': { paragraph: description.item, service: services.item, fact: facts.wrapped.entries.depth },
  photograph: { alt: images.item.entries.alt, caption: images.item.entries.description },
  'published picture': { alt: publicationItemSchema.options[2].entries.alt },
}
type Field = [name: string, most: number, take: (text: string) => string | undefined]
const toField = (name: string, schema: v.GenericSchema): Field => {
  const [tooLong] = v.safeParse(schema, 'x'.repeat(100_000), STOP_AT_FIRST).issues ?? []
  const take = (text: string) => {
    const { success, output } = v.safeParse(schema, text, STOP_AT_FIRST)
    return success && typeof output === 'string' ? output : undefined
  }
  return [name, Number(tooLong?.requirement), take]
}
const FIELDS: Field[] = [
  ...Object.entries(FORMS).flatMap(([form, fields]) =>
    Object.entries(fields).map(([name, schema]) => toField(`${form}: ${name}`, schema)),
  ),
  ['words of a draft', 100_000, (altText) => toItems([{ item: { place: 'hero' }, media: picture, altText }])[0]?.alt],
  ['file name as words', 200, suggestAltText],
]

it.each(FIELDS)('%s of at most %i characters is storable and stable for any input', (name, most, take) => {
  let taken = 0
  // Each field gets different texts.
  for (const typed of oddTexts(2_000 + FIELDS.findIndex(([other]) => other === name))) {
    const kept = take(typed)
    if (kept === undefined) continue
    taken += 1
    const isStable = kept.normalize('NFC') === kept && take(kept) === kept
    if (kept.length > most || /\p{Surrogate}|[^\P{Cc}\t\n]/u.test(kept) || !isStable)
      expect.fail(`${JSON.stringify(typed.slice(0, 200))} becomes ${JSON.stringify(kept.slice(0, 200))}`)
  }
  expect(taken).toBeGreaterThan(200)
  expect(most).toBeGreaterThan(0)
})

describe('texts that are slow to process', () => {
  it('text beyond four times its limit is rejected before it is normalised', () => {
    const normalise = vi.spyOn(String.prototype, 'normalize')
    for (const schema of [requiredLine(5), requiredText(5), optionalLine(5)]) {
      const { issues } = v.safeParse(schema, ` ${'\u0301'.repeat(20)}`, STOP_AT_FIRST)
      expect(issues).toMatchObject([{ type: 'max_length', requirement: 5 }])
    }
    expect(normalise).not.toHaveBeenCalled()
    normalise.mockRestore()
    expect(v.parse(requiredLine(5), `${' '.repeat(15)}abcde`)).toBe('abcde')
  })

  it.each([
    ['two kinds of marks', `a${'\u0301'.repeat(9_000)}${'\u0323'.repeat(9_000)}`],
    ['marks with joiners between', `a${'\u0301\u200d\u0323\u200d'.repeat(4_000)}`],
    ['marks with invisible marks between', `a${'\u0301\u034f\u0323\ufe0f'.repeat(4_000)}`],
  ])('text with %s is normalised only after cutting its stacked marks', (_, typed) => {
    const normalise = vi.spyOn(String.prototype, 'normalize')
    cleanText(typed)
    const given = normalise.mock.contexts.map(String)
    normalise.mockRestore()
    expect(given).toHaveLength(1)
    expect(given[0]).not.toMatch(/\p{M}{6}/u)
  })

  it('validation of an email address stops when it is too long', () => {
    const { issues } = v.safeParse(emailAddress, `a@${'a-'.repeat(30_000)}`, STOP_AT_FIRST)
    expect(issues?.map(({ type }) => type)).toEqual(['max_length'])
  })
})
