// Fails if a commit subject, a test title, an exported name, a comment or a document breaks the style guide.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync, Visitor } from 'vite'

const root = path.resolve(import.meta.dirname, '..')
// Earlier subjects are longer.
const BASE = '5f60a9f9'
const MAX_SUBJECT = 72
const MAX_TITLE_WORDS = 15

/** @type {[phrase: RegExp, advice: string][]} */
const PHRASES = [
  [/\b(?:whoever|(?:some|any|every|no)body)\b/gi, 'name the role (visitor, owner, administrator, caller)'],
  [/\bfor good\b/gi, "write 'permanently'"],
  [/\bby (?:itself|themselves)\b/gi, "write 'automatically'"],
  [/\banew\b/gi, "write 'again'"],
  [/\b(?:but for|nothing but)\b/gi, "write 'except' or 'only'"],
  [/\bputs? back\b/gi, "write 'restore'"],
  [/\b(?:takes?|taken|took) down\b/gi, "write 'unpublish'"],
  [/\bgiven up\b/gi, "write 'abandoned' or 'timed out'"],
  [/\bmeanwhile\b/gi, "write 'in the meantime', or name the race condition"],
  [/\ball the same\b/gi, "write 'anyway'"],
  [/\bin vain\b/gi, "write 'without success'"],
  [/\bwhat (?:became|came) of\b/gi, "write 'result' or 'status'"],
  [/\bown projects?\b/gi, "write 'custom project'"],
  [/\bbuilt-in projects?\b/gi, "write 'bundled project'"],
  [/\be\.g\./gi, "write 'for example'"],
]
const VAGUE_NAME = /(?:Of|(?<!Sign|sign|Built)In)$/
const TEST_NAME = /^(?:it|test|\w+Test)$/
const TEST_MODIFIER = /^(?:each|for|skip|skipIf|runIf|only|concurrent|sequential|todo|fails|fixme)$/

/** @typedef {{ index: number, message: string }} Finding */
/** @typedef {{ index: number, text: string }} Excerpt */

/** @type {(excerpt: Excerpt) => Finding[]} */
const checkPhrases = ({ index, text }) =>
  PHRASES.flatMap(([phrase, advice]) =>
    [...text.matchAll(phrase)].map((found) => ({ index: index + found.index, message: `'${found[0]}': ${advice}` })),
  )

/** @type {(excerpt: Excerpt) => Finding[]} */
const checkTitle = ({ index, text }) => {
  const count = text.split(/\s+/).filter((word) => word && !word.startsWith('@')).length
  const message = `the title has ${count} words: write one sentence of at most ${MAX_TITLE_WORDS}, or split the test`
  return count > MAX_TITLE_WORDS ? [{ index, message }] : []
}

/** @type {(excerpt: Excerpt) => Finding[]} */
const checkName = ({ index, text }) => {
  const message = `'${text}': write a verb for a function and a noun for a value, without 'Of' or 'In' at the end`
  return VAGUE_NAME.test(text) ? [{ index, message }] : []
}

/** Whether a call's callee is `test`, `it` or one of their modifiers. @type {(callee: any) => boolean} */
const isTest = (callee) => {
  if (callee.type === 'CallExpression' || callee.type === 'TSInstantiationExpression')
    return isTest(callee.callee ?? callee.expression)
  if (callee.type !== 'MemberExpression') return TEST_NAME.test(callee.name)
  return TEST_MODIFIER.test(callee.property.name) && isTest(callee.object)
}

/** @type {(file: string, source: string) => Finding[]} */
const checkScript = (file, source) => {
  const { program, comments } = parseSync(file, source)
  /** @type {Excerpt[]} */
  const titles = []
  /** @type {Excerpt[]} */
  const names = []
  const addTitle = (/** @type {import('vite').ESTree.CallExpression} */ { callee, arguments: [title], start }) => {
    if (!title || !isTest(callee)) return
    if (title.type === 'Literal') titles.push({ index: start, text: String(title.value) })
    if (title.type === 'TemplateLiteral')
      titles.push({ index: start, text: source.slice(title.start + 1, title.end - 1).replace(/\$\{[^}]*\}/g, '%s') })
  }
  const addNames = (/** @type {any} */ { declaration, start }) => {
    for (const one of declaration?.declarations ?? [declaration])
      if (one?.id?.name) names.push({ index: start, text: one.id.name })
  }
  new Visitor({ CallExpression: addTitle, ExportNamedDeclaration: addNames }).visit(program)
  return [
    ...comments.flatMap(({ start, value }) => checkPhrases({ index: start, text: value })),
    ...(file.startsWith('tests/') ? titles : []).flatMap((title) => [...checkTitle(title), ...checkPhrases(title)]),
    ...names.flatMap(checkName),
  ]
}

// Code in Markdown isn't prose. SQL and CSS have no parser here.
const PROSE = { md: /[\s\S]+/g, sql: /--\s[^\n]*|^comment on [^;]*/gm, css: /\/\*[\s\S]*?\*\//g }
const MARKDOWN_CODE = /^ *```[\s\S]*?^ *```|`[^`\n]*`/gm

/** @type {(file: string) => string[]} */
const checkFile = (file) => {
  const source = readFileSync(path.join(root, file), 'utf8')
  const extension = path.extname(file).slice(1)
  const prose = /** @type {Record<string, RegExp>} */ (PROSE)[extension]
  const text = extension === 'md' ? source.replace(MARKDOWN_CODE, (code) => code.replace(/[^\n]/g, ' ')) : source
  const found = prose
    ? [...text.matchAll(prose)].flatMap(({ 0: part, index }) => checkPhrases({ index, text: part }))
    : checkScript(file, source)
  return found.map(({ index, message }) => `${file}:${source.slice(0, index).split('\n').length}: ${message}`)
}

const listFiles = () =>
  ['.github', 'docs', 'scripts', 'src', 'supabase', 'tests']
    .filter((folder) => existsSync(path.join(root, folder)))
    .flatMap((folder) =>
      readdirSync(path.join(root, folder), { encoding: 'utf8', recursive: true }).map((file) =>
        path.posix.join(folder, file),
      ),
    )
    .concat('README.md')
    // Data folders begin with a dot. This file has the phrases.
    .filter((file) => /\.(?:tsx?|mjs|css|sql|md)$/.test(file) && !/\/\.|plain-language\.mjs$/.test(file))

/** Returns nothing without Git or in a shallow clone. */
const checkSubjects = () => {
  const args = ['log', '--no-merges', '--format=%h %s', `${BASE}..HEAD`]
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  if (status !== 0) return []
  return stdout.split('\n').flatMap((line) => {
    const length = line.length - line.indexOf(' ') - 1
    const advice = `the subject has ${length} characters: write at most ${MAX_SUBJECT}, and the reason in the body`
    return length > MAX_SUBJECT ? [`commit ${line.split(' ')[0]}: ${advice}`] : []
  })
}

const findings = [...listFiles().flatMap(checkFile), ...checkSubjects()]
for (const finding of findings) console.error(finding)
process.exit(findings.length > 0 ? 1 : 0)
