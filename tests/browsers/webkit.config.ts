import { BROWSERS_HELP, findWebKit } from '../../scripts/browsers.mjs'
import { journeysIn } from './journeys'

// Workers read the configuration again, and tests/e2e/support.ts looks here.
process.env.WEBKIT ??= findWebKit() ?? ''
if (!process.env.WEBKIT) throw new Error(BROWSERS_HELP.webkit)

export default journeysIn('webkit', { browserName: 'webkit', launchOptions: {} })
