import { useMemo } from 'react'
import { type TokenKind, tokenLines } from './tokens'

const colours: Record<TokenKind, string> = {
  plain: '',
  comment: 'text-concrete-600 italic',
  string: 'text-green-dark',
  keyword: 'text-danger',
  number: 'text-[#7a4a00]',
  tag: 'text-[#1d4f91]',
}

/** A file's text with numbered lines. The numbers are left out when the text is copied. */
export function CodeView({ path, code }: { path: string; code: string }) {
  const lines = useMemo(() => tokenLines(code.replace(/\n$/, '')), [code])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section aria-label={`Content of ${path}`} tabIndex={0} className="overflow-auto bg-white -outline-offset-2">
      <pre className="w-max min-w-full py-3 font-mono text-[0.8125rem] leading-5">
        <code>
          {lines.map((tokens, line) => (
            <span
              // biome-ignore lint/suspicious/noArrayIndexKey: a line is known by its number.
              key={line}
              data-line={line + 1}
              className="block pr-4 before:mr-4 before:inline-block before:w-12 before:select-none before:border-concrete-200 before:border-r before:pr-3 before:text-right before:text-concrete-600 before:content-[attr(data-line)]"
            >
              {tokens.map(({ kind, text }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: nor is there another name for a stretch of it.
                <span key={index} className={colours[kind]}>
                  {text}
                </span>
              ))}
              {'\n'}
            </span>
          ))}
        </code>
      </pre>
    </section>
  )
}
