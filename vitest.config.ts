import { defineConfig, mergeConfig } from 'vitest/config'
import viteConfig from './vite.config.ts'

// What runs on PostgreSQL 17 as well as on PGlite. The other security tests are about HTTP, e-mail or the code's own rules.
const onPostgres = [
  'tests/database/**/*.test.ts',
  ...['access', 'escalation', 'set-up', 'storage'].map((name) => `tests/security/${name}.test.ts`),
]

export default defineConfig((environment) =>
  mergeConfig(viteConfig(environment), {
    test: {
      projects: [
        'unit',
        'component',
        'database',
        'postgres',
        'functions',
        'security',
        'resilience',
        'build',
        'hosts',
      ].map((name) => ({
        extends: true,
        plugins: [],
        test: {
          name,
          // A shared machine may stall for seconds; locally nothing is tried twice.
          retry: process.env.CI ? 1 : 0,
          include: [`tests/${name}/**/*.test.{ts,tsx}`, ...(name === 'postgres' ? onPostgres : [])],
          // Most of them wait for a server; what kills and starves servers needs the cores for itself.
          maxWorkers: name === 'resilience' ? 2 : 3,
          // A page keeps its state in modules; everything else may share a process, and its compiled database.
          isolate: name === 'component',
          ...(name === 'component' && {
            environment: 'happy-dom',
            setupFiles: ['tests/support/dom.ts'],
            globalSetup: ['tests/support/site-servers.ts'],
          }),
          ...(name === 'postgres' && {
            setupFiles: ['tests/support/on-postgres-17.ts'],
            globalSetup: ['tests/support/postgres-17.ts', 'tests/support/attempts-report.ts'],
          }),
          ...(name === 'security' && { globalSetup: ['tests/support/attempts-report.ts'] }),
          ...(name !== 'unit' && { testTimeout: 30_000, hookTimeout: 60_000 }),
        },
      })),
    },
  }),
)
