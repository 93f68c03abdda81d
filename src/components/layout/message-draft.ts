import { sections } from '@/paths'

const added = new Map<string, string>()
let kept = ''
let sent = ''

/** Returns the initial text of the message. */
export const getMessageDraft = (): string => kept

/** Saves the message without text that was sent. */
export const saveMessageDraft = (text: string): void => {
  // Sent text is trimmed.
  const typed = text.trimStart()
  kept = sent && typed.startsWith(sent) ? typed.slice(sent.length).trimStart() : text
  sent = ''
}

/** Clears the draft after sending `text`. */
export const clearMessageDraft = (text: string): void => {
  added.clear()
  kept = ''
  sent = text
}

/** Adds a paragraph to the contact form or draft. Replaces an unchanged one of the same `kind`. */
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
  // React ignores changes to `value` by scripts.
  field.setRangeText(words, from, to)
  field.dispatchEvent(new InputEvent('input', { bubbles: true }))
}
