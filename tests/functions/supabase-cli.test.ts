import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { PGlite } from '@electric-sql/pglite'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'
import { afterAll, describe, expect, it } from 'vitest'
import { CLI_VERSION, NO_TELEMETRY, supabaseCli } from '../../scripts/supabase-cli.mjs'
import { prepareDataDir } from '../../supabase/local/database/template.ts'

const root = path.resolve(import.meta.dirname, '../..')
const read = (name: string) => readFileSync(path.join(root, name), 'utf8')
const documents = ['README.md', '.env.example', ...readdirSync(path.join(root, 'docs')).map((name) => `docs/${name}`)]
const screens = ['setup-guide', 'recaptcha-settings'].map((name) => `src/admin/features/email/${name}.tsx`)

type Command = { file: string; text: string; version: string; words: string[]; flags: string[] }

/** The commands of the CLI that a text tells people to run. */
const commandsIn = (file: string): Command[] =>
  [
    ...read(file)
      .replace(/\s*\\\\?\n\s*/g, ' ')
      .matchAll(/npx supabase(?:@([\w.]+))?(?: ([^`<\n]*))?/g),
  ].map(([text, version = '', rest = '']) => {
    const parts = rest.split(/\s+/).filter(Boolean)
    const words = parts.slice(0, parts.findIndex((part) => !/^[a-z]+$/.test(part)) >>> 0)
    return { file, text, version, words, flags: parts.flatMap((part) => /^--[\w-]+/.exec(part) ?? []) }
  })

const commands = [...documents, ...screens].flatMap(commandsIn)

it('the documents name npm scripts that exist, and the CLI with its major', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const named = documents.flatMap((file) => [...read(file).matchAll(/npm run ([\w:-]+)/g)].map(([, name = '']) => name))
  expect(named.filter((name) => !(name in scripts))).toEqual([])

  expect(commands.length).toBeGreaterThan(8)
  const [major] = CLI_VERSION.split('.')
  expect(commands.filter(({ version }) => version !== major)).toEqual([])
})

const program = await supabaseCli()
if (!program) console.info('could not be fetched, so not tried: the Supabase CLI')

describe.skipIf(!program)('the Supabase CLI', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'supabase-cli-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const run = async (args: readonly string[], variables: NodeJS.ProcessEnv = {}) => {
    const env = { PATH: process.env.PATH, HOME: folder, ...NO_TELEMETRY, ...variables }
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [...(program ?? []), ...args], {
      cwd: folder,
      env,
    })
    return stdout + stderr
  }
  const copyConfig = () => {
    for (const name of ['config.toml', 'templates', 'migrations'])
      cpSync(path.join(root, 'supabase', name), path.join(folder, 'supabase', name), { recursive: true })
  }

  const subcommands = [...new Set(commands.map(({ words }) => words.join(' ')).filter(Boolean))]
  it.concurrent.each(subcommands)('knows %s, with the options the documents give it', async (subcommand) => {
    const help = await run([...subcommand.split(' '), '--help'])
    expect(help).toContain(`supabase ${subcommand} `)
    for (const { text, flags } of commands.filter(({ words }) => words.join(' ') === subcommand)) {
      for (const flag of flags) expect(help, text).toContain(`  ${flag}`)
      // Otherwise it works on a stack of containers on this machine.
      if (help.includes('Local by default')) expect(flags, text).toContain('--remote')
    }
  })

  it('reads supabase/config.toml without a warning, and fills in every setting', async () => {
    copyConfig()
    // Stands in for the service that knows hosted projects: this one has no configuration yet.
    const service = createServer((_request, response) =>
      response.setHeader('content-type', 'application/json').end('{}'),
    )
    await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
    const profile = path.join(folder, 'profile.yaml')
    writeFileSync(
      profile,
      `name: test\napi_url: ${url}\ndashboard_url: ${url}\ndocs_url: ${url}\nproject_host: localhost\n`,
    )
    const settings = {
      SITE_URL: 'https://www.kettledigs.co.uk',
      COMPANY_NAME: 'Kettle Digs',
      MAIL_FROM: 'no-reply@kettledigs.co.uk',
      SMTP_HOST: 'smtp.provider.com',
      SMTP_USER: 'kettle',
      SMTP_PASS: 'secret',
    }
    const lines = Object.entries(settings).map(([name, value]) => `${name}="${value}"\n`)
    writeFileSync(path.join(folder, 'supabase/.env'), lines.join(''))
    const said = await run(['config', 'diff', `--remote=${'a'.repeat(20)}`, '--profile', profile], {
      SUPABASE_ACCESS_TOKEN: `sbp_${'0'.repeat(40)}`,
    })
    service.close()

    expect(said).not.toMatch(/warn|deprecated|invalid|env\(/i)
    expect(said).toMatch(/auth\.site_url .*\n\s+local: +"https:\/\/www\.kettledigs\.co\.uk"/)
    expect(said).toMatch(/auth\.email\.smtp\.admin_email .*\n\s+local: +"no-reply@kettledigs\.co\.uk"/)
    expect(said).toMatch(/auth\.enable_signup .*\n\s+local: +false/)
    // What the service calls auth.email.enabled.
    expect(said).toMatch(/auth\.email\.enable_signup .*\n\s+local: +true/)
  })

  it('would make the tables of a new project from every migration', async () => {
    copyConfig()
    const dataDir = path.join(folder, 'data')
    await prepareDataDir(root, dataDir)
    const database = await PGlite.create(dataDir)
    await database.exec('drop schema supabase_migrations cascade')
    const server = new PGLiteSocketServer({ db: database, host: '127.0.0.1', port: 0, maxConnections: 10 })
    await server.start()
    const url = `postgresql://postgres@${server.getServerConn()}/postgres?sslmode=disable`
    const said = await run(['db', 'push', '--dry-run', `--remote=${url}`])
    await server.stop()
    await database.close()
    expect(said.match(/\d{14}_\w+\.sql/g)).toEqual(readdirSync(path.join(root, 'supabase/migrations')).sort())
  })
})
