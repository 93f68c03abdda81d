import { defineConfig, type PlaywrightTestConfig } from 'playwright/test'
import e2e from '../e2e/playwright.config'

/** Configures the `@every-browser` journeys for an engine. */
export const defineJourneys = (
  engine: string,
  use: PlaywrightTestConfig['use'],
  notOnPhones = /@wide/,
): PlaywrightTestConfig => {
  const journeys = { dependencies: ['new project'], testMatch: 'e2e/*.test.ts', grep: /@every-browser/ }
  return defineConfig({
    ...e2e,
    testDir: '..',
    outputDir: `../../node_modules/.cache/${engine}-results`,
    use: { ...e2e.use, userAgent: undefined, ...use },
    projects: [
      // It needs a database without accounts.
      { name: 'new project', testMatch: 'hosted/new-project.test.ts', grep: /default admin/ },
      { name: `${engine}-1280`, ...journeys, use: { viewport: { width: 1280, height: 800 } } },
      // On a phone, some links of these journeys are in the menu.
      { name: `${engine}-390`, ...journeys, grepInvert: notOnPhones, use: { viewport: { width: 390, height: 844 } } },
    ],
  })
}
