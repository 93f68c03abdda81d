import * as v from 'valibot'

/** Longest e-mail address a mailbox can have: RFC 5321 path limit, less the angle brackets. */
export const EMAIL_MAX = 254

// Tab and newline stay; other control characters are refused by Postgres (NUL) and by mail headers (CR).
const CONTROL_CHARACTERS = /[^\P{Cc}\t\n]/gu

// What turns the words around it backwards, or hides between letters so that two names look alike (Unicode TR 36). The marks
// that Arabic and Hebrew need stay, and so do the joiners of emoji and of Indian scripts.
const DISGUISES = /[\u00ad\u180e\u200b\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g

// Whole texts can be hidden in the letters that spell the flags of England, Scotland and Wales, and in rows of the marks that
// choose between two forms of a sign. Those flags, and single marks, stay.
const HIDDEN_LETTERS = /(\u{1f3f4}[\u{e0020}-\u{e007f}]{1,8})|[\u{e0000}-\u{e007f}]/gu
const ROWS_OF_MARKS = /[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]{2,}/gu

// Letters to Unicode, but drawn as nothing.
const BLANKS = /[\u115f\u1160\u2800\u3164\uffa0]/g

const showsSomething = (text: string): boolean => /[\p{L}\p{N}\p{P}\p{S}]/u.test(text.replace(BLANKS, ''))

/**
 * Returns text that Postgres and JSON can hold, and that reads as it is written: well formed, NFC, `\n` line ends, trimmed,
 * without control characters, reversed passages and hidden characters; '' where nothing in it can be seen.
 */
export const cleanText = (text: string): string => {
  const plain = text
    .replace(/\r\n?/g, '\n')
    .toWellFormed()
    .replace(CONTROL_CHARACTERS, '')
    .replace(DISGUISES, '')
    .replace(HIDDEN_LETTERS, '$1')
    .replace(ROWS_OF_MARKS, '')
    .normalize('NFC')
    .trim()
  return showsSomething(plain) ? plain : ''
}

/** As `cleanText`, on one line: every run of white space becomes one space. */
export const cleanLine = (text: string): string => cleanText(text).replace(/\s+/g, ' ')

/** A required single line of at most `max` UTF-16 units after cleaning. */
export const requiredLine = (max: number) => v.pipe(v.string(), v.transform(cleanLine), v.nonEmpty(), v.maxLength(max))

/** A required text of one or more lines, at most `max` UTF-16 units after cleaning. */
export const requiredText = (max: number) => v.pipe(v.string(), v.transform(cleanText), v.nonEmpty(), v.maxLength(max))

/** A single line that may be missing or empty; missing becomes ''. */
export const optionalLine = (max: number) =>
  v.pipe(v.optional(v.string(), ''), v.transform(cleanLine), v.maxLength(max))

// A domain of at least two labels: mail to `name@localhost` leads nowhere.
const DOTTED_DOMAIN = /@[^@]+\.[^@.]+$/

/** One e-mail address, surrounding space removed; never a list and never with a display name. */
export const emailAddress = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty(),
  v.maxLength(EMAIL_MAX),
  v.rfcEmail(),
  v.regex(DOTTED_DOMAIN),
)

/** An e-mail address that may be missing or empty; missing becomes ''. */
export const optionalEmail = v.optional(v.union([v.pipe(v.string(), v.trim(), v.literal('')), emailAddress]), '')
