import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { site } from '../../src/content/site.ts'
import { PASSWORD_MIN } from '../../supabase/functions/_shared/contract/auth-admin.ts'
import { readSettings } from '../../supabase/functions/_shared/env.ts'
import { approvalMail } from '../../supabase/functions/_shared/mails.ts'
import { readProjectConfig, secondsOf } from '../../supabase/local/project-config.ts'
import { FEWEST_SETTINGS } from '../support/company.ts'

const root = path.resolve(import.meta.dirname, '../..')
const functions = path.join(root, 'supabase/functions')
const names = readdirSync(functions).filter((name) => existsSync(path.join(functions, name, 'index.ts')))
const json = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'))

const files = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'))
    .map((file) => path.join(folder, file))
const importsOf = (file: string) =>
  [...readFileSync(file, 'utf8').matchAll(/^(?:import|export)[^'\n]*(?:\n[^']*?)?from '([^']+)'/gm)].map(
    ([, name = '']) => name,
  )

test.each(names)('%s pins what it imports to the installed versions', (name) => {
  const { imports } = json(path.join(functions, name, 'deno.json')) as { imports: Record<string, string> }
  const installed = Object.keys(imports).map((name) => {
    const [, dependency = '', subpath = ''] = /^((?:@[^/]+\/)?[^/]+)(.*)$/.exec(name) ?? []
    const { version } = json(path.join(root, 'node_modules', dependency, 'package.json')) as { version: string }
    return [name, `npm:${dependency}@${version}${subpath}`]
  })
  expect(Object.fromEntries(installed)).toEqual(imports)

  const bare = [path.join(functions, name), path.join(functions, '_shared')]
    .flatMap(files)
    .flatMap(importsOf)
    .filter((from) => !from.startsWith('.'))
  expect([...new Set(bare)].sort()).toEqual(Object.keys(imports).sort())
})

test('relative imports of the functions name the file, as Deno needs it, and stay inside the folder that is deployed', () => {
  for (const file of files(functions)) {
    for (const from of importsOf(file).filter((name) => name.startsWith('.'))) {
      const target = path.resolve(path.dirname(file), from)
      expect(existsSync(target), `${file} imports ${from}`).toBe(true)
      expect(target.startsWith(functions), `${file} imports ${from}`).toBe(true)
    }
  }
})

test('the platform leaves every function to check its callers, and the passwords are as long as the contract says', () => {
  const config = readProjectConfig(root)
  expect(config.functions).toEqual(Object.fromEntries(names.map((name) => [name, { verify_jwt: false }])))
  expect(config.auth.minimum_password_length).toBe(PASSWORD_MIN)
  expect(config.auth.enable_signup).toBe(false)
})

test('a minute lies between two e-mails to one account', () => {
  expect(secondsOf(readProjectConfig(root).auth.email.max_frequency)).toBe(60)
})

describe.each(['invite', 'recovery'] as const)('the e-mail template %s', (name) => {
  const { subject, content_path } = readProjectConfig(root).auth.email.template[name]
  const html = readFileSync(content_path, 'utf8')

  test('names its variables as the auth server does, and leads to the confirmation', () => {
    const variables = [...html.matchAll(/\{\{(.*?)\}\}/g)].map(([, variable]) => variable)
    expect(new Set(variables)).toEqual(new Set([' .ConfirmationURL ', ' .SiteURL ', ' .Email ']))
    expect(html.match(/href="\{\{ \.ConfirmationURL \}\}"/g)).toHaveLength(1)
  })

  test('looks like the other e-mails', () => {
    const settings = readSettings({ ...FEWEST_SETTINGS })
    const other = approvalMail('a@example.com', 'x', 'x', settings).html
    const styles = (text: string) =>
      [...text.matchAll(/<(?:body|table|td|h1|a)[^>]* style="([^"]+)"/g)].map(([, style]) => style)
    expect(styles(html)).toEqual(expect.arrayContaining(styles(other)))
  })

  test('names no company, so that another name needs no change here', () => {
    const facts = [site.name, site.phone.display, site.email, site.founder.name, new URL(site.url).hostname]
    expect(facts.filter((fact) => `${subject} ${html}`.includes(fact))).toEqual([])
  })
})
