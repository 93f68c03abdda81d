import { findFirefox } from '../../scripts/browsers.mjs'
import { defineJourneys } from './journeys'

const firefox = findFirefox()

export default defineJourneys('firefox', {
  browserName: 'firefox',
  ...firefox,
  launchOptions: {
    ...firefox.launchOptions,
    firefoxUserPrefs: {
      // Playwright waits forever for a page that returns from this cache.
      'browser.sessionhistory.max_total_viewers': 0,
      // A machine without a screen has no mouse. Reports one whose pointer is fine (2) and can hover (4).
      'ui.primaryPointerCapabilities': 6,
      'ui.allPointerCapabilities': 6,
    },
  },
})
