import {
  cleanLine,
  cleanText,
  EMAIL_MAX,
  emailAddress,
  optionalEmail,
  optionalLine,
  requiredLine,
  requiredText,
} from '@contract/text'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'

const ENGLAND = '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}'

describe('cleaned text', () => {
  it.each([
    ['trims white space of every kind', ' \t\u00a0\u3000text\ufeff\n ', 'text'],
    ['ends lines with \\n alone', 'one\r\ntwo\rthree\nfour', 'one\ntwo\nthree\nfour'],
    ['keeps tabs and newlines inside', 'a\tb\n\nc', 'a\tb\n\nc'],
    ['drops NUL and other control characters', 'a\u0000b\u0007c\u001bd\u007fe\u0085f', 'abcdef'],
    ['replaces half of a surrogate pair', 'a\ud83dz', 'a\ufffdz'],
    ['composes letters with their accents', 'Zoe\u0308', 'Zoë'],
    ['keeps right-to-left letters and marks', 'שלום \u200fمرحبا', 'שלום \u200fمرحبا'],
    ['drops what turns words backwards', 'Sam \u202egpj.exe\u202c \u2066x\u2069', 'Sam gpj.exe x'],
    ['drops what hides between letters', 'S\u200ba\u2060m\ufeff\u00ad\ufff9', 'Sam'],
    ['keeps the flag of England, and a letter that joins', `${ENGLAND} क्\u200dष`, `${ENGLAND} क्\u200dष`],
    ['drops a text that is hidden in the letters of flags', 'Sam\u{e0048}\u{e0049}\u{e007f}', 'Sam'],
    ['drops a text that is hidden behind a flag', `${ENGLAND}\u{e0048}\u{e0049}`, ENGLAND],
    ['drops joiners and direction marks from Latin words', 'S\u200dam\u200f A\u034fnn\u061c\u17b4', 'Sam Ann'],
    ['keeps joiners where a script is written with them', 'می\u200cخواهم', 'می\u200cخواهم'],
    ['keeps emoji of several parts', '👩🏽\u200d🚀 ❤\ufe0f\u200d🔥 1\ufe0f⃣', '👩🏽\u200d🚀 ❤\ufe0f\u200d🔥 1\ufe0f⃣'],
    ['drops a joiner between an emoji and a letter', '👷\u200dSam', '👷Sam'],
    ['keeps no tower of accents', `Z${'\u0310'.repeat(90)}o`, `Z${'\u0310'.repeat(5)}o`],
    ['drops a text that is hidden in marks', 'Sam\ufe01\u{e0151}\u{e0152}\u180b ☂\ufe0f', 'Sam ☂\ufe0f'],
    ['keeps the marks of Han and Mongolian letters', '漢\u{e0100} ᠠ\u180b', '漢\u{e0100} ᠠ\u180b'],
    ['is empty where nothing shows', '\u3164\u200d\u2800\ufe0f\u200f', ''],
    ['is empty where only an accent is left', '\u0301', ''],
    [
      'keeps markup and SQL, which are only text',
      "<script>alert('1')</script>; drop",
      "<script>alert('1')</script>; drop",
    ],
  ])('%s', (_, given, expected) => {
    expect(cleanText(given)).toBe(expected)
  })

  it('is a fixed point: cleaning twice changes nothing', () => {
    const odd = [
      ...' ae\u0301\r\n\ud800 \u0000\u200b\u202e\ufe0f\u{e0101}\u{e0067}',
      ...'🏴\u200d\u200fش👩漢\u3164\u1100\u1161\ufeff\u2028',
    ]
    for (let seed = 1; seed <= 5_000; seed += 1) {
      let text = ''
      for (let state = seed * 48_271; text.length < 12; state = (state * 48_271) % 2_147_483_647)
        text += odd[state % odd.length]
      const once = cleanText(text)
      if (cleanText(once) !== once) expect.fail(`${JSON.stringify(text)} becomes ${JSON.stringify(once)}`)
    }
  })

  it('becomes one line where one line is asked for, so that no header can be added to an email', () => {
    expect(cleanLine('Sam\r\nBcc: eve@example.com')).toBe('Sam Bcc: eve@example.com')
    expect(cleanLine('a \t\u2028\u2029 b')).toBe('a b')
  })
})

const accepts = (schema: v.GenericSchema, value: unknown) => v.safeParse(schema, value).success

it.each([
  ['line', requiredLine(5)],
  ['text', requiredText(5)],
])('a required %s shows something, is text and has a limit, counted after cleaning', (_, schema) => {
  for (const blank of ['', '\u00a0\n\t', '\u0007\u0008', '\u2800 \u200d'])
    expect(accepts(schema, blank), JSON.stringify(blank)).toBe(false)
  for (const value of [undefined, null, 5, ['abc']]) expect(accepts(schema, value), String(value)).toBe(false)
  expect(v.parse(schema, '  abcde\u0000  ')).toBe('abcde')
  expect(accepts(schema, 'abcdef')).toBe(false)
})

it('an optional line is empty when it is missing or blank, and has a limit all the same', () => {
  for (const missing of [undefined, null, ' \n']) expect(v.parse(optionalLine(5), missing)).toBe('')
  for (const value of ['abcdef', 3]) expect(accepts(optionalLine(5), value)).toBe(false)
})

describe('an email address', () => {
  it('is one address at a dotted domain, without a name, a header or a parameter', () => {
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

  it('is no longer than a mailbox can be', () => {
    const ofLength = (length: number) => `${'a'.repeat(length - '@example.com'.length)}@example.com`
    expect(accepts(emailAddress, ofLength(EMAIL_MAX))).toBe(true)
    expect(accepts(emailAddress, ofLength(EMAIL_MAX + 1))).toBe(false)
  })

  it('may be missing or blank where it is optional, but not wrong', () => {
    for (const missing of [undefined, null, '  ']) expect(v.parse(optionalEmail, missing)).toBe('')
    expect(v.parse(optionalEmail, ' pat@example.com ')).toBe('pat@example.com')
    expect(accepts(optionalEmail, 'pat@')).toBe(false)
  })
})
