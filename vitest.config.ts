import { defineConfig, mergeConfig } from 'vitest/config'
import viteConfig from './vite.config.ts'

const onPostgres17 = {
  setupFiles: ['tests/support/on-postgres-17.ts'],
  globalSetup: ['tests/support/postgres-17.ts'],
}
// Of the release: rights, which the embedded database is asked for every day, and what the Supabase CLI does and says.
const release17 = ['tests/hosts/{advisors,upgrade}.test.ts', 'tests/security/{access,escalation}.test.ts']
// Both run the database layer: `database` on projects where new objects are closed, `postgres` where they are open.
const database17 = 'tests/database/**/!(embedded).test.ts'

export default defineConfig((environment) =>
  mergeConfig(viteConfig(environment), {
    test: {
      projects: [
        'unit',
        'component',
        'database',
        'functions',
        'security',
        'resilience',
        'build',
        'hosts',
        'postgres',
      ].map((name) => ({
        extends: true,
        plugins: [],
        test: {
          name,
          include: name === 'postgres' ? [...release17, database17] : [`tests/${name}/**/*.test.{ts,tsx}`],
          exclude: name === 'hosts' ? release17 : [],
          // Most of them wait for a server; what kills and starves servers needs the cores for itself.
          maxWorkers: name === 'resilience' ? 2 : 3,
          // A page keeps its state in modules; everything else may share a process, and its compiled database.
          isolate: name === 'component',
          ...(name === 'component' && {
            environment: 'happy-dom',
            setupFiles: ['tests/support/dom.ts'],
            globalSetup: ['tests/support/site-servers.ts'],
          }),
          ...(['database', 'postgres'].includes(name) && onPostgres17),
          // Enough for a machine three times slower than two idle cores.
          testTimeout: 90_000,
          hookTimeout: 120_000,
        },
      })),
    },
  }),
)
