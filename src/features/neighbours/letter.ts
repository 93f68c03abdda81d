import { neighbourLetter } from '@/content/neighbours-letter'

// On screen it does not show; on paper it is all there is.
const STYLES = `
.letter { display: none }
@media print {
  body > :not(.letter) { display: none !important }
  .letter { display: block; page: letter; max-width: 34rem; margin: auto; font-size: 11pt; line-height: 1.7 }
  .letter p { margin-bottom: 1.5em }
  .letter i { display: inline-block; min-width: 9em; border-bottom: 1px solid }
  .letter i:last-child { min-width: 20em }
}
@page letter { size: A4; margin: 22mm }`

const element = (name: string, parts: readonly (string | Node)[], className = '') => {
  const made = Object.assign(document.createElement(name), { className })
  made.append(...parts)
  return made
}

// `___` becomes a line to write on.
const paragraph = (text: string) =>
  element(
    'p',
    text.split('___').flatMap((part, index) => (index === 0 ? [part] : [element('i', ['\u00a0']), part])),
  )

/** Opens the print dialog with the letter alone, and calls `onDone` when the page is itself again. */
export const printLetter = (onDone: () => void): void => {
  // Where a browser never says that it has printed, it is still there.
  for (const one of document.querySelectorAll('.letter')) one.remove()
  const added = [element('style', [STYLES]), element('article', neighbourLetter.map(paragraph), 'letter')]
  const restore = () => {
    for (const one of added) one.remove()
    onDone()
  }
  document.body.append(...added)
  addEventListener('afterprint', restore, { once: true })
  window.print()
}
