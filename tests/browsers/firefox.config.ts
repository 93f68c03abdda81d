import { findFirefox } from '../../scripts/browsers.mjs'
import { defineJourneys } from './journeys'

const firefox = findFirefox()

export default defineJourneys('firefox', {
  browserName: 'firefox',
  ...firefox,
  launchOptions: {
    ...firefox.launchOptions,
    firefoxUserPrefs: {
      // Playwright never stops waiting for a page that comes back from this cache.
      'browser.sessionhistory.max_total_viewers': 0,
      // A mouse, which a machine without a screen lacks: fine (2), and can hover (4).
      'ui.primaryPointerCapabilities': 6,
      'ui.allPointerCapabilities': 6,
    },
  },
})
