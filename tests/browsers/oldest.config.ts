import e2e from '../e2e/playwright.config'
import { defineJourneys } from './journeys'

// tests/e2e/support.ts reads it in the workers.
process.env.OLDEST_BROWSER = 'on'

// It is Chromium, which already runs the long journeys.
export default defineJourneys('oldest', { launchOptions: e2e.use?.launchOptions ?? {} }, /@wide|@release/)
