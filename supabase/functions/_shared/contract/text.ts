import * as v from 'valibot'

/** Maximum length (RFC 5321 path limit without angle brackets). */
export const EMAIL_MAX = 254

// Postgres rejects NUL, and mail headers reject CR.
const CONTROL_CHARACTERS = /[^\P{Cc}\t\n]/gu

/** Characters that PostgreSQL text can't store. */
export const UNSTORABLE = /\0|\p{Surrogate}/gu

// Invisible characters can reverse or hide text, or make names look alike (Unicode TR 36). Some scripts and emoji need
// them.
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u
const NOTES = /[\ufff9-\ufffb]/g
const RIGHT_TO_LEFT = /(?=\p{L})[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u
const EMOJI_PART = /[\p{Extended_Pictographic}\p{Emoji_Modifier}]|\ufe0f/u
const JOINING_LETTER = /(?![\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Inherited}])[\p{L}\p{M}]/u
const FLAG_LETTER = /[\u{e0020}-\u{e007f}]/u
const LONG_FLAG = /(\u{1f3f4}[\u{e0020}-\u{e007f}]{6})[\u{e0020}-\u{e007f}]+/gu

const MARK = /\p{M}/u

type Neighbours = { before: string; base: string; after: string; isRightToLeft: boolean }

// Normalising reorders marks, so judge a joiner by `base`, the last character that isn't a mark.
const isAllowedInvisible = (character: string, { before, base, after, isRightToLeft }: Neighbours): boolean => {
  if (/[\u200c\u200d]/.test(character))
    return JOINING_LETTER.test(base) || (EMOJI_PART.test(base) && /\p{Extended_Pictographic}/u.test(after))
  if (/[\ufe0e\ufe0f]/.test(character)) return /\p{Emoji}/u.test(before)
  if (/[\ufe00-\ufe0d\u{e0100}-\u{e01ef}]/u.test(character)) return /\p{Script=Han}/u.test(before)
  if (/[\u180b-\u180d\u180f]/.test(character)) return /\p{Script=Mongolian}/u.test(before)
  if (/[\u061c\u200e\u200f]/.test(character)) return isRightToLeft
  return FLAG_LETTER.test(character) && (before === '\u{1f3f4}' || FLAG_LETTER.test(before))
}

const stripInvisible = (text: string): string => {
  if (!INVISIBLE.test(text)) return text
  const isRightToLeft = RIGHT_TO_LEFT.test(text)
  const characters = [...text]
  let plain = ''
  let before = ''
  let base = ''
  for (const [index, character] of characters.entries()) {
    const neighbours = { before, base, after: characters[index + 1] ?? '', isRightToLeft }
    if (INVISIBLE.test(character) && !isAllowedInvisible(character, neighbours)) continue
    plain += character
    before = character
    if (!MARK.test(character)) base = character
  }
  return plain.replace(LONG_FLAG, '$1')
}

// No language stacks more marks on a letter. They would cover adjacent lines.
const STACK = /(\p{M}{5})\p{M}+/gu

const BLANK = /\u2800/g

const hasVisibleCharacter = (text: string): boolean => /[\p{L}\p{N}\p{P}\p{S}]/u.test(text.replace(BLANK, ''))

/** Returns text that can be stored and reads as written, or '' if nothing is visible. */
export const cleanText = (text: string): string => {
  const wellFormed = text
    .replace(/\r\n?/g, '\n')
    .replace(/\p{Surrogate}/gu, '\u{fffd}')
    .replace(CONTROL_CHARACTERS, '')
    .replace(NOTES, '')
  // Once before, because normalising a stack takes quadratic time, and once after, because it decomposes characters.
  const shortStacks = stripInvisible(wellFormed).replace(STACK, '$1')
  const plain = shortStacks.normalize('NFC').replace(STACK, '$1').trim()
  return hasVisibleCharacter(plain) ? plain : ''
}

/** Like `cleanText`, on one line. */
export const cleanLine = (text: string): string => cleanText(text).replace(/\s+/g, ' ')

/** UUID for route parameters, in either case. */
export const UUID_PATTERN = '[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}'

/** Parse options that skip later checks of a text that is too long. */
export const STOP_AT_FIRST = { abortPipeEarly: true } as const

// Texts longer than this multiple of their limit are invalid without cleaning.
const RAW_FACTOR = 4

/** Cleans texts, except those far longer than `max` UTF-16 units. */
export const cleanUnlessTooLong = (max: number, clean = cleanLine) =>
  v.transform((text: string) => (text.length > RAW_FACTOR * max ? text : clean(text)))

/** Required line of at most `max` UTF-16 units after cleaning. */
export const requiredLine = (max: number) => v.pipe(v.string(), cleanUnlessTooLong(max), v.nonEmpty(), v.maxLength(max))

/** Like `requiredLine`, with line breaks. */
export const requiredText = (max: number) =>
  v.pipe(v.string(), cleanUnlessTooLong(max, cleanText), v.nonEmpty(), v.maxLength(max))

/** Optional line. Missing, null and empty become ''. */
export const optionalLine = (max: number) =>
  v.pipe(v.nullish(v.string(), ''), cleanUnlessTooLong(max), v.maxLength(max))

/** Like `optionalLine`, with line breaks. */
export const optionalText = (max: number) =>
  v.pipe(v.nullish(v.string(), ''), cleanUnlessTooLong(max, cleanText), v.maxLength(max))

// Email to `name@localhost` can't arrive.
const DOTTED_DOMAIN = /@[^@]+\.[^@.]+$/

/** Email address, trimmed and without display name. */
export const emailAddress = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty(),
  v.maxLength(EMAIL_MAX),
  v.rfcEmail(),
  v.regex(DOTTED_DOMAIN),
)

/** Optional email address. Missing, null and empty become ''. */
export const optionalEmail = v.nullish(v.union([v.pipe(v.string(), v.trim(), v.literal('')), emailAddress]), '')
