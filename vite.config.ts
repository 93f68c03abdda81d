import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { site } from './src/content/site.ts'
import { paths } from './src/paths.ts'
import { adoptedStyles } from './src/prerender/adopted-styles.ts'
import { hostingRules } from './src/prerender/hosting-rules.ts'
import { logoSprite } from './src/prerender/logo-sprite.ts'
import { qrCode } from './src/prerender/qr-code.ts'
import { settingsCheck } from './src/prerender/settings.ts'
import { prerenderPages } from './src/prerender/vite-plugin.ts'
import { embeddedBackend } from './supabase/local/plugin.ts'

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const port = Number(process.env.PORT ?? 5173)

const company = {
  name: site.name,
  phone: site.phone.display,
  email: site.email,
  founder: site.founder.name,
  mailFrom: site.mailFrom,
}

// React Router's package leads to its development build alone, warnings included (remix-run/react-router#14102).
const productionRouter = {
  'react-router/dom': folder('node_modules/react-router/dist/production/dom-export.mjs'),
  'react-router': folder('node_modules/react-router/dist/production/index.mjs'),
}

export default defineConfig(({ command }) => ({
  resolve: {
    alias: {
      '@contract': folder('supabase/functions/_shared/contract'),
      '@': folder('src'),
      ...(command === 'build' && productionRouter),
    },
  },
  define: { __BUSINESS_CARD_QR__: JSON.stringify(qrCode(`${site.url}${paths.businessCard.href}`)) },
  plugins: [
    settingsCheck(),
    react(),
    tailwindcss(),
    logoSprite(),
    adoptedStyles(),
    prerenderPages(),
    hostingRules(),
    embeddedBackend({ company }),
  ],
  server: { port, strictPort: true },
  preview: { port, strictPort: true },
  build: {
    assetsInlineLimit: 0,
    // The few browsers that know no modulepreload fetch the same scripts a moment later.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // One script for what every page needs: many small ones compress worse. What decides when to fetch it stands alone.
        codeSplitting: {
          groups: [
            {
              name: 'app',
              test: /src\/(app\/start|components\/(layout\/seo|ui\/icons\/icon))\.tsx$|use-stored-value/,
            },
            // What the forms have in common.
            {
              name: 'form',
              test: /src\/components\/ui\/(outcome-form|field|use-submission|use-focus-when-shown)\.tsx?$/,
            },
            {
              name: 'main',
              test: /src\/(main\.tsx|app\/when-to-start\.ts|lib\/(errors|late-module)\.ts)$|preload-helper/,
              priority: 1,
            },
          ],
        },
      },
    },
  },
  test: {
    projects: ['unit', 'component', 'database', 'functions', 'security', 'resilience', 'build'].map((name) => ({
      extends: true,
      plugins: [],
      test: {
        name,
        // A shared machine may stall for seconds; locally nothing is tried twice.
        retry: process.env.CI ? 1 : 0,
        include: [`tests/${name}/**/*.test.{ts,tsx}`],
        // Most of them wait for a server; what kills and starves servers needs the cores for itself.
        maxWorkers: name === 'resilience' ? 2 : 3,
        // A page keeps its state in modules; everything else may share a process, and its compiled database.
        isolate: name === 'component',
        ...(name === 'component' && {
          environment: 'happy-dom',
          setupFiles: ['tests/support/dom.ts'],
          globalSetup: ['tests/support/site-servers.ts'],
        }),
        ...(name === 'security' && { globalSetup: ['tests/support/attempts-report.ts'] }),
        ...(name !== 'unit' && { testTimeout: 30_000, hookTimeout: 60_000 }),
      },
    })),
  },
}))
