import { neighbourLetter } from '@/content/neighbours-letter'

// Only shown in print, where it is the only content.
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

const createElement = (name: string, parts: readonly (string | Node)[], className = '') => {
  const node = Object.assign(document.createElement(name), { className })
  node.append(...parts)
  return node
}

const createParagraph = (text: string) =>
  createElement(
    'p',
    text.split('___').flatMap((part, index) => (index === 0 ? [part] : [createElement('i', ['\u00a0']), part])),
  )

/** Prints only the letter. Calls `onDone` afterwards. */
export const printLetter = (onDone: () => void): void => {
  // Still there if the browser fired no `afterprint`.
  for (const one of document.querySelectorAll('.letter')) one.remove()
  const added = [
    createElement('style', [STYLES]),
    createElement('article', neighbourLetter.map(createParagraph), 'letter'),
  ]
  const restore = () => {
    for (const one of added) one.remove()
    onDone()
  }
  document.body.append(...added)
  addEventListener('afterprint', restore, { once: true })
  window.print()
}
