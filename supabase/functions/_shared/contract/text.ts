import * as v from 'valibot'

/** Longest e-mail address a mailbox can have: RFC 5321 path limit, less the angle brackets. */
export const EMAIL_MAX = 254

// Tab and newline stay; other control characters are refused by Postgres (NUL) and by mail headers (CR).
const CONTROL_CHARACTERS = /[^\P{Cc}\t\n]/gu

/** Returns text that Postgres and JSON can hold: well formed, NFC, `\n` line ends, no control characters, trimmed. */
export const cleanText = (text: string): string =>
  text.replace(/\r\n?/g, '\n').toWellFormed().normalize('NFC').replace(CONTROL_CHARACTERS, '').trim()

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
