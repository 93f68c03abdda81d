import * as v from 'valibot'

/** Longest email address a mailbox can have, in characters: RFC 5321 path limit, less the angle brackets. */
export const EMAIL_MAX = 254

// Tab and newline stay; other control characters are refused by Postgres (NUL) and by mail headers (CR).
const CONTROL_CHARACTERS = /[^\P{Cc}\t\n]/gu

/** What PostgreSQL cannot store in a text: the character zero, and half a surrogate pair. */
export const UNSTORABLE = /\0|\p{Surrogate}/gu

// Invisible characters can reverse the words around them, hide text between letters, or make two names look alike (Unicode
// TR 36). They are removed, except where a script or an emoji needs them.
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u
const NOTES = /[\ufff9-\ufffb]/g
const RIGHT_TO_LEFT = /(?=\p{L})[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u
const EMOJI_PART = /[\p{Extended_Pictographic}\p{Emoji_Modifier}]|\ufe0f/u
const JOINING_LETTER = /(?![\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Inherited}])[\p{L}\p{M}]/u
const FLAG_LETTER = /[\u{e0020}-\u{e007f}]/u
const LONG_FLAG = /(\u{1f3f4}[\u{e0020}-\u{e007f}]{6})[\u{e0020}-\u{e007f}]+/gu

const MARK = /\p{M}/u

type Neighbours = { before: string; base: string; after: string; isRightToLeft: boolean }

// Normalising reorders marks, so a joiner is judged by `base`, the last character that isn't one.
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

// No language stacks more accents on a letter; more of them would be drawn over the lines around it.
const STACK = /(\p{M}{5})\p{M}+/gu

const BLANK = /\u2800/g

const hasVisibleCharacter = (text: string): boolean => /[\p{L}\p{N}\p{P}\p{S}]/u.test(text.replace(BLANK, ''))

/** Text that Postgres and JSON can store, and that reads as it is written; '' where nothing in it can be seen. */
export const cleanText = (text: string): string => {
  const wellFormed = text
    .replace(/\r\n?/g, '\n')
    .replace(/\p{Surrogate}/gu, '\u{fffd}')
    .replace(CONTROL_CHARACTERS, '')
    .replace(NOTES, '')
  // Before, because normalising takes time with the square of a stack; after, because it takes some characters apart.
  const shortStacks = stripInvisible(wellFormed).replace(STACK, '$1')
  const plain = shortStacks.normalize('NFC').replace(STACK, '$1').trim()
  return hasVisibleCharacter(plain) ? plain : ''
}

/** As `cleanText`, on one line: every run of white space becomes one space. */
export const cleanLine = (text: string): string => cleanText(text).replace(/\s+/g, ' ')

/** Pattern of a UUID in either case, for the parameters of routes. */
export const UUID_PATTERN = '[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}'

/** How bodies are parsed: a check that is meant for short texts never reads a long one that was refused before. */
export const STOP_AT_FIRST = { abortPipeEarly: true } as const

// Beyond this many times its limit, a text isn't cleaned: it is too long, whatever cleaning would leave of it.
const RAW_FACTOR = 4

/** Cleans a text that may have at most `max` UTF-16 units afterwards; one that is far too long stays as it is. */
export const cleaned = (max: number, clean = cleanLine) =>
  v.transform((text: string) => (text.length > RAW_FACTOR * max ? text : clean(text)))

/** A required single line of at most `max` UTF-16 units after cleaning. */
export const requiredLine = (max: number) => v.pipe(v.string(), cleaned(max), v.nonEmpty(), v.maxLength(max))

/** As `requiredLine`, but line breaks stay. */
export const requiredText = (max: number) => v.pipe(v.string(), cleaned(max, cleanText), v.nonEmpty(), v.maxLength(max))

/** As `requiredLine`, but may be missing, null or empty; each becomes ''. */
export const optionalLine = (max: number) => v.pipe(v.nullish(v.string(), ''), cleaned(max), v.maxLength(max))

/** As `optionalLine`, but line breaks stay. */
export const optionalText = (max: number) =>
  v.pipe(v.nullish(v.string(), ''), cleaned(max, cleanText), v.maxLength(max))

// A domain of at least two labels: mail to `name@localhost` leads nowhere.
const DOTTED_DOMAIN = /@[^@]+\.[^@.]+$/

/** One email address, surrounding space removed; never a list and never with a display name. */
export const emailAddress = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty(),
  v.maxLength(EMAIL_MAX),
  v.rfcEmail(),
  v.regex(DOTTED_DOMAIN),
)

/** An email address that may be missing, null or empty; each becomes ''. */
export const optionalEmail = v.nullish(v.union([v.pipe(v.string(), v.trim(), v.literal('')), emailAddress]), '')
