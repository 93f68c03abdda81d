import { defineConfig, mergeConfig } from 'vitest/config'
import viteConfig from './vite.config.ts'

const onPostgres17 = {
  setupFiles: ['tests/support/on-postgres-17.ts'],
  globalSetup: ['tests/support/postgres-17.ts'],
}
// Release only. The embedded database runs the access tests daily.
const release17 = ['tests/hosts/{advisors,upgrade}.test.ts', 'tests/security/{access,escalation}.test.ts']
// New database objects are closed in `database` and open in `postgres`.
const database17 = 'tests/database/**/!(embedded).test.ts'
// Release only, because 300 random histories take 20 s of both cores.
const histories = 'tests/database/project-histories.test.ts'

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
          exclude: { hosts: release17, database: [histories] }[name] ?? [],
          // Most tests wait for servers. Resilience tests need the cores.
          maxWorkers: name === 'resilience' ? 2 : 3,
          // Pages keep state in modules. Other tests share a process and its database.
          isolate: name === 'component',
          ...(name === 'component' && {
            environment: 'happy-dom',
            setupFiles: ['tests/support/dom.ts'],
            globalSetup: ['tests/support/site-servers.ts'],
          }),
          ...(['database', 'postgres'].includes(name) && onPostgres17),
          // Enough for a machine three times slower than two cores.
          testTimeout: 90_000,
          hookTimeout: 120_000,
        },
      })),
    },
  }),
)
