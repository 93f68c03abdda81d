import { type Browser, chromium } from 'playwright'
import { CHROMIUM_SWITCHES, findChromium } from '../../../scripts/browsers.mjs'
import { freePort } from '../../support/free-port.mjs'

/** A browser with nothing in it, and the port on which tools that bring their own client reach it. */
export const launchBrowser = async (): Promise<{ browser: Browser; port: number }> => {
  const port = await freePort()
  // The host's certificate is its own.
  const args = [...CHROMIUM_SWITCHES, '--ignore-certificate-errors', `--remote-debugging-port=${port}`]
  return { browser: await chromium.launch({ executablePath: findChromium(), args }), port }
}
