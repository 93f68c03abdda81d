import { createRandom } from './random.ts'

const from = (characters: string) => [...characters]

// Escapes keep half pairs, controls and marks intact.
const ALPHABETS: readonly (readonly string[])[] = [
  from(' aeZ1#*<&"\u00e9\u2028\u2029\ufffe\u2800\u3000'),
  ['\r\n', '\r', '\n', '\t', '\u0000', '\u0007', '\u001b', '\u007f', '\u0085'],
  ['\ud800', '\udbff', '\udc00', '\ud83d', '\udfff'],
  from('\u0300\u0301\u0323\u0334\u0338\u0345\u031b\u3099\u093c\u094d\u05b4\u064b\u20e3\u0fb7'),
  from(
    '\u200b\u200c\u200d\u200e\u200f\u202e\u2066\u2069\u061c\u034f\u00ad\ufeff\ufe0e\ufe0f\ufe00\u180b\u3164\u17b4\ufff9',
  ),
  '👩🏽\u200d🚀 ❤\ufe0f\u200d🔥 🏴\u{e0067}\u{e0062}\u{e007f} \u{e0061} \u{e0101} 🇬🇧 👍🏿 1\ufe0f\u20e3'.split(' '),
  from(
    '\u0958\u0915\u0928\u05d0\u0627\u0640\u6f22\uf900\u1820\u1100\u1161\u11a8\u2126\u212b\ufb1d\u2194\u{1d160}\u{16d67}',
  ),
]

/** Returns awkward Unicode texts, always the same. Every five-hundredth has up to 12,000 characters. */
export const oddTexts = (count: number): string[] => {
  const random = createRandom(count)
  const below = (most: number) => Math.floor(random() * most)
  const pick = <Item>(items: readonly Item[]) => items[below(items.length)] as Item
  const piece = () => (below(4) === 0 ? String.fromCharCode(below(0x10000)) : pick(pick(ALPHABETS)))
  return Array.from({ length: count }, (_, index) => {
    const own = [pick(ALPHABETS), pick(ALPHABETS)]
    const text = Array.from({ length: 1 + below(10) }, () => (below(2) === 0 ? pick(pick(own)) : piece())).join('')
    return index % 500 === 499 ? text.repeat(1 + below(12_000 / text.length)) : text
  })
}
