import { sections } from '@/paths'

const added = new Map<string, string>()
let kept = ''
let sent = ''

/** How a new message begins: with what was typed before its page was left, or added since the last one was sent. */
export const getMessageDraft = (): string => kept

/** Keeps what stands in the message while its form is not there, but for what was sent. */
export const saveMessageDraft = (text: string): void => {
  // What is sent is trimmed.
  const typed = text.trimStart()
  kept = sent && typed.startsWith(sent) ? typed.slice(sent.length).trimStart() : text
  sent = ''
}

/** After a message was sent. */
export const clearMessageDraft = (text: string): void => {
  added.clear()
  kept = ''
  sent = text
}

/**
 * Adds a paragraph to the message in the contact form, or to the next one where it was just sent. It replaces an earlier
 * paragraph of the same `kind` that nobody has changed since, and nothing else.
 */
export const appendToMessage = (kind: string, paragraph: string): void => {
  const earlier = added.get(kind)
  added.set(kind, paragraph)
  const field = document.querySelector<HTMLTextAreaElement>(`#${sections.contact} textarea`)
  const text = field?.value ?? kept
  const at = earlier ? text.indexOf(earlier) : -1
  const end = text.trimEnd().length
  const [from, to, words] =
    earlier && at >= 0
      ? [at, at + earlier.length, paragraph]
      : [end, text.length, end > 0 ? `\n\n${paragraph}` : paragraph]
  if (!field) {
    kept = text.slice(0, from) + words + text.slice(to)
    return
  }
  // Not `value`, whose changes by scripts React does not tell the form of.
  field.setRangeText(words, from, to)
  field.dispatchEvent(new InputEvent('input', { bubbles: true }))
}
