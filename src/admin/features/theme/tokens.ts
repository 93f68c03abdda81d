/** What a stretch of code is, for its colour. */
export type TokenKind = 'plain' | 'comment' | 'string' | 'keyword' | 'number' | 'tag'
export type Token = { kind: TokenKind; text: string }

const KEYWORDS =
  'as async await break case catch class const continue default do else export extends false finally for from function if import in instanceof interface let new null of return satisfies switch throw true try type typeof undefined void while'

// In order of precedence; what none of them takes is plain. An apostrophe in JSX text must not open a string, so a
// quoted string ends on its line.
const patterns: readonly [TokenKind, string][] = [
  ['comment', String.raw`\/\*[\s\S]*?\*\/|\/\/[^\n]*`],
  ['string', String.raw`"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|\x60(?:\\[\s\S]|[^\x60\\])*\x60`],
  ['tag', String.raw`<\/?[A-Za-z][\w.]*|<\/?>|\/>`],
  ['keyword', String.raw`\b(?:${KEYWORDS.replaceAll(' ', '|')})\b(?!-)`],
  ['number', String.raw`\b\d[\d._]*(?:px|rem|%)?\b`],
]
const anything = new RegExp(patterns.map(([kind, source]) => `(?<${kind}>${source})`).join('|'), 'g')

/** Splits TypeScript, JSX or CSS into stretches of one kind; joined again they are the code. Good for colour only. */
export const tokenize = (code: string): Token[] => {
  const tokens: Token[] = []
  let end = 0
  for (const match of code.matchAll(anything)) {
    if (match.index > end) tokens.push({ kind: 'plain', text: code.slice(end, match.index) })
    const kind = patterns.find(([name]) => match.groups?.[name] !== undefined)?.[0] ?? 'plain'
    tokens.push({ kind, text: match[0] })
    end = match.index + match[0].length
  }
  if (end < code.length) tokens.push({ kind: 'plain', text: code.slice(end) })
  return tokens
}

/** The same stretches, cut where lines end. */
export const tokenLines = (code: string): Token[][] => {
  const lines: Token[][] = [[]]
  for (const { kind, text } of tokenize(code)) {
    for (const [index, part] of text.split('\n').entries()) {
      if (index > 0) lines.push([])
      if (part) lines.at(-1)?.push({ kind, text: part })
    }
  }
  return lines
}
