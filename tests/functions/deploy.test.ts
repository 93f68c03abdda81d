import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { site } from '../../src/content/site.ts'
import { PASSWORD_MIN } from '../../supabase/functions/_shared/contract/auth-admin.ts'
import { readProjectConfig } from '../../supabase/local/project-config.ts'

const root = path.resolve(import.meta.dirname, '../..')
const functions = path.join(root, 'supabase/functions')
const names = readdirSync(functions).filter((name) => existsSync(path.join(functions, name, 'index.ts')))
const json = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'))

const importsIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'))
    .map((file) => path.join(folder, file))
    .flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/^(?:import|export)[^'\n]*(?:\n[^']*?)?from '([^']+)'/gm)].map(
        ([, from = '']) => ({ from, folder: path.dirname(file) }),
      ),
    )

test.each(names)('%s pins its imports to the installed package versions', (name) => {
  const { imports } = json(path.join(functions, name, 'deno.json')) as { imports: Record<string, string> }
  const installed = Object.keys(imports).map((name) => {
    const [, dependency = '', subpath = ''] = /^((?:@[^/]+\/)?[^/]+)(.*)$/.exec(name) ?? []
    const { version } = json(path.join(root, 'node_modules', dependency, 'package.json')) as { version: string }
    return [name, `npm:${dependency}@${version}${subpath}`]
  })
  expect(Object.fromEntries(installed)).toEqual(imports)

  const bare = [name, '_shared']
    .flatMap((folder) => importsIn(path.join(functions, folder)))
    .map(({ from }) => from)
    .filter((from) => !from.startsWith('.'))
  expect([...new Set(bare)].sort()).toEqual(Object.keys(imports).sort())
})

test('relative imports of the functions name an existing file inside the deployed folder', () => {
  for (const { from, folder } of importsIn(functions).filter(({ from }) => from.startsWith('.'))) {
    const target = path.resolve(folder, from)
    expect(existsSync(target) && target.startsWith(functions), `${folder} imports ${from}`).toBe(true)
  }
})

test("the Supabase config disables JWT checks and sign-up, and sets the contract's password length", () => {
  const config = readProjectConfig(root)
  expect(config.functions).toEqual(Object.fromEntries(names.map((name) => [name, { verify_jwt: false }])))
  expect(config.auth).toMatchObject({ minimum_password_length: PASSWORD_MIN, enable_signup: false })
})

describe.each(Object.entries(readProjectConfig(root).auth.email.template))(
  'the email template %s',
  (name, template) => {
    const html = readFileSync(template.content_path, 'utf8')

    test('an email template links to its form first and contains no company details', () => {
      const type = { invite: 'invite', confirmation: 'invite', recovery: 'recovery', magic_link: 'recovery' }[name]
      // This email contains no token, and its reader may be signed out.
      const page = type ? `reset-password#token_hash={{ .TokenHash }}&amp;type=${type}` : 'login?mode=forgot'
      expect(/href="([^"]*)"/.exec(html)?.[1]).toBe(`{{ .SiteURL }}/admin/${page}`)
      const variables = [...html.matchAll(/\{\{ \.(\w+) \}\}/g)].map(([, variable]) => variable)
      const known = ['SiteURL', 'Email', 'TokenHash', 'NewEmail']
      expect(variables.filter((variable) => !known.includes(variable ?? ''))).toEqual([])
      expect(html.replace(/\{\{ \.\w+ \}\}/g, '')).not.toContain('{{')
      const facts = [site.name, site.phone.display, site.email, site.founder.name, new URL(site.url).hostname]
      expect(facts.filter((fact) => `${template.subject} ${html}`.includes(fact))).toEqual([])
    })
  },
)
