import { sections } from '@/paths'

const added = new Map<string, string>()

/** What was added since a message was last sent: how the next one begins. */
export const additions = (): string => [...added.values()].join('\n\n')

/** After a message was sent. */
export const forgetAdditions = (): void => added.clear()

/**
 * Adds a paragraph to the message in the contact form, or to the next one where it was just sent. It replaces an earlier
 * paragraph of the same `kind` that nobody has changed since, and nothing else.
 */
export const addToMessage = (kind: string, paragraph: string): void => {
  const earlier = added.get(kind)
  added.set(kind, paragraph)
  const field = document.querySelector<HTMLTextAreaElement>(`#${sections.contact} textarea`)
  if (!field) return
  const at = earlier ? field.value.indexOf(earlier) : -1
  const end = field.value.trimEnd().length
  // Not `value`, whose changes by scripts React does not tell the form of.
  if (earlier && at >= 0) field.setRangeText(paragraph, at, at + earlier.length)
  else field.setRangeText(end > 0 ? `\n\n${paragraph}` : paragraph, end, field.value.length)
  field.dispatchEvent(new InputEvent('input', { bubbles: true }))
}
