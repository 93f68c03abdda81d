import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { site } from './src/content/site.ts'
import { qrCode } from './src/lib/qr-code.ts'
import { paths } from './src/paths.ts'
import { hostingRules } from './src/prerender/hosting-rules.ts'
import { OLDEST_BROWSERS } from './src/prerender/oldest-browsers.ts'
import { settingsCheck } from './src/prerender/settings.ts'
import { snapshots } from './src/prerender/snapshot.ts'
import { prerenderPages } from './src/prerender/vite-plugin.ts'
import { webApp } from './src/prerender/web-app.ts'
import { embeddedBackend } from './supabase/local/plugin.ts'

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const port = Number(process.env.PORT ?? 5173)

const company = {
  name: site.name,
  phone: site.phone.display,
  email: site.email,
  founder: site.founder.name,
  mailFrom: site.mailFrom,
  admin: site.adminEmail,
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
    snapshots(),
    command === 'build' && webApp(),
    prerenderPages(),
    hostingRules(),
    embeddedBackend({ company }),
  ],
  server: { port, strictPort: true },
  preview: { port, strictPort: true },
  build: {
    target: Object.entries(OLDEST_BROWSERS).map(([browser, version]) => browser + version),
    assetsInlineLimit: 0,
    // The few browsers that know no modulepreload fetch the same scripts one after the other.
    modulePreload: {
      polyfill: false,
      // Without what every page fetches anyway. Firefox reports an error when the script that it began with is preloaded.
      // What asks for what is newer comes late, and its list would be a fifth of a kilobyte.
      resolveDependencies: (file, scripts) =>
        /\/(?:ask|parse)-newest-/.test(file)
          ? []
          : scripts.filter(
              (name) => !/^assets\/(?:main|load-react|react|router|app|rolldown-runtime)-[^/]+$/.test(name),
            ),
    },
    rolldownOptions: {
      // A slow machine is no fault of the build.
      checks: { bundlerTimings: false },
      output: {
        // Keeps the script before the first paint at 2.5 kB, what is evaluated on its own in files of its own (src/app/fetch-application.ts),
        // and what every page and every form needs in one file each: without, a page fetches 17 files and 5 kB more.
        codeSplitting: {
          groups: [
            { name: 'main', test: /src\/main\.tsx$/, priority: 1 },
            { name: 'react', test: /node_modules\/(?:react|react-dom|scheduler)\//, priority: 1 },
            { name: 'router', test: /node_modules\/react-router(?:-dom)?\/|src\/app\/router\.ts$/, priority: 1 },
            { name: 'app', test: /src\/app\/start\.tsx$|\/icons\/arrow-(?:left|right)\./ },
            {
              name: 'form',
              test: /src\/components\/ui\/(?:form|use-submission|field|no-script-notice)\.tsx$|src\/domain\/ratings\.ts$|_shared\/contract\/limits\.ts$/,
            },
          ],
        },
      },
    },
  },
}))
