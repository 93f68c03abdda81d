import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Browser, chromium } from 'playwright'
import { CHROMIUM_HELP, CHROMIUM_SWITCHES, findChromium } from '../../../scripts/browsers.mjs'

// Nothing of the page may be put to sleep.
const FLAGS = [
  ...CHROMIUM_SWITCHES,
  '--headless=new',
  '--ignore-certificate-errors',
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-extensions',
  '--disable-component-extensions-with-background-pages',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
  '--disable-background-timer-throttling',
  '--disable-ipc-flooding-protection',
  '--metrics-recording-only',
  '--mute-audio',
  '--password-store=basic',
  '--use-mock-keychain',
]

const executable = async () => {
  const file = findChromium()
  if (!file) throw new Error(CHROMIUM_HELP)
  return file
}

/** A browser with nothing in it that listens on `port`, for tools that bring their own client. */
export const startChromium = async (): Promise<{ port: number; stop: () => Promise<void> }> => {
  const profile = mkdtempSync(path.join(tmpdir(), 'bench-chromium-'))
  const args = [...FLAGS, '--remote-debugging-port=0', `--user-data-dir=${profile}`, 'about:blank']
  const child = spawn(await executable(), args, { stdio: 'ignore' })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const file = path.join(profile, 'DevToolsActivePort')
  for (let tries = 0; !existsSync(file) || readFileSync(file, 'utf8') === ''; tries += 1) {
    if (tries > 300 || child.exitCode !== null) throw new Error('Chromium did not start.')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return {
    port: Number(readFileSync(file, 'utf8').split('\n')[0]),
    stop: async () => {
      child.kill('SIGTERM')
      await ended
      // Its helpers write a moment longer than it lives.
      await rm(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
    },
  }
}

/** A browser in Playwright's hands. */
export const launchBrowser = async (): Promise<Browser> =>
  chromium.launch({ executablePath: await executable(), args: FLAGS.filter((flag) => !flag.startsWith('--headless')) })
