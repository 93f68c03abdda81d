import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { tokenize, tokenLines } from '@/admin/features/theme/tokens'
import { buildTree, visibleRows } from '@/admin/features/theme/tree'

const kindsOf = (code: string) => Object.fromEntries(tokenize(code).map(({ kind, text }) => [text, kind]))

describe('the colours of code', () => {
  it('know words, strings, comments, numbers and tags', () => {
    expect(kindsOf('const a = "b" // c')).toMatchObject({ const: 'keyword', '"b"': 'string', '// c': 'comment' })
    expect(kindsOf('<Link to={3}>x</Link>')).toMatchObject({ '<Link': 'tag', '3': 'number', '</Link': 'tag' })
  })

  it('take neither a comment in a string nor a string in a comment', () => {
    expect(kindsOf("'https://example.com'")).toEqual({ "'https://example.com'": 'string' })
    expect(kindsOf("/* don't */")).toEqual({ "/* don't */": 'comment' })
  })

  it('let an apostrophe in words colour its own line at most', () => {
    expect(tokenize("it's\nconst").at(-1)).toEqual({ kind: 'keyword', text: 'const' })
  })

  it('change no letter and lose no line', () => {
    const code = readFileSync(new URL('../../src/admin/features/theme/use-tree.ts', import.meta.url), 'utf8')
    const lines = tokenLines(code).map((line) => line.map(({ text }) => text).join(''))
    expect(lines.join('\n')).toBe(code)
    expect(lines).toHaveLength(code.split('\n').length)
  })
})

describe('the file tree', () => {
  const tree = buildTree('src', ['src/z.ts', 'src/a.ts', 'src/ui/button.ts', 'src/ui/deep/x.ts', 'other/y.ts'])

  it('shows folders first, then files, each by name', () => {
    expect(tree.children?.map(({ name }) => name)).toEqual(['ui', 'a.ts', 'z.ts'])
    expect(tree.children?.[0]?.children?.map(({ path }) => path)).toEqual(['src/ui/deep', 'src/ui/button.ts'])
  })

  it('shows what lies in open folders only, and each row’s place', () => {
    const rows = visibleRows([tree], new Set(['src']))
    expect(rows.map(({ node }) => node.path)).toEqual(['src', 'src/ui', 'src/a.ts', 'src/z.ts'])
    expect(rows[1]).toMatchObject({ level: 2, position: 1, siblings: 3, parent: 'src' })
  })
})
