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

// React Router's package exports only its development build (remix-run/react-router#14102).
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
    // Browsers without modulepreload fetch the same scripts one after another.
    modulePreload: {
      polyfill: false,
      // Leaves out scripts of every page. Firefox logs an error if the entry script is preloaded. Modules for live data
      // load late.
      resolveDependencies: (file, scripts) =>
        /\/(?:fetch|parse)-site-/.test(file)
          ? []
          : scripts.filter(
              (name) => !/^assets\/(?:main|load-react|react|router|app|rolldown-runtime)-[^/]+$/.test(name),
            ),
    },
    rolldownOptions: {
      // Timings depend on the machine.
      checks: { bundlerTimings: false },
      output: {
        // Keeps the entry script at 2.5 kB and splits the slices of src/app/fetch-application.ts. Without these groups,
        // a page fetches 17 files and 5 kB more.
        codeSplitting: {
          groups: [
            { name: 'main', test: /src\/main\.tsx$/, priority: 1 },
            { name: 'react', test: /node_modules\/(?:react|react-dom|scheduler)\//, priority: 1 },
            { name: 'router', test: /node_modules\/react-router(?:-dom)?\/|src\/app\/router\.ts$/, priority: 1 },
            {
              name: 'app',
              test: /src\/app\/start\.tsx$|\/icons\/arrow-(?:left|right)\.|src\/components\/(?:picture\.tsx|lightbox\/use-open-image\.ts|ui\/use-frozen-while-read\.ts)$|src\/(?:domain\/(?:uploaded-)?image|lib\/site-media)\.ts$|src\/published\/mirrored-media\.ts$|mirrored-media$/,
            },
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
