import { findWebKit } from '../../scripts/browsers.mjs'
import { defineJourneys } from './journeys'

// Workers read the configuration again, and tests/e2e/support.ts reads the variable.
process.env.WEBKIT ??= findWebKit()

export default defineJourneys('webkit', { browserName: 'webkit', launchOptions: {} })
