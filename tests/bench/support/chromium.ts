import { type Browser, chromium } from 'playwright'
import { CHROMIUM_SWITCHES, findChromium } from '../../../scripts/browsers.mjs'
import { freePort } from '../../support/free-port.mjs'

/** Launches a fresh browser. Lighthouse connects to its port. */
export const launchBrowser = async (...switches: string[]): Promise<{ browser: Browser; port: number }> => {
  const port = await freePort()
  // The host's certificate is self-signed.
  const args = [...CHROMIUM_SWITCHES, '--ignore-certificate-errors', `--remote-debugging-port=${port}`, ...switches]
  return { browser: await chromium.launch({ executablePath: findChromium(), args }), port }
}
