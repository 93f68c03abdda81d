import e2e from '../e2e/playwright.config'
import { defineJourneys } from './journeys'

// Workers look here, in tests/e2e/support.ts.
process.env.OLDEST_BROWSER = 'on'

// It is Chromium, so what takes a minute in Chromium already is left to that.
export default defineJourneys('oldest', { launchOptions: e2e.use?.launchOptions ?? {} }, /@wide|@release/)
