// @ts-check
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']
const FIXED = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

const onPath = () => {
  const folders = (process.env.PATH ?? '').split(path.delimiter)
  return NAMES.flatMap((name) => folders.map((folder) => path.join(folder, name))).find((file) => existsSync(file))
}

const fromDebian = () => {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined
  console.log("Installing Chromium (Debian's package) ...")
  const apt = (/** @type {string[]} */ ...args) =>
    spawnSync('apt-get', args, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  apt('update', '-qq')
  apt('install', '-y', '-qq', 'chromium')
  return onPath()
}

const fromPlaywright = async () => {
  const { chromium } = await import('playwright')
  const file = chromium.executablePath()
  if (existsSync(file)) return file
  console.log("Installing Chromium (Playwright's download) ...")
  spawnSync(process.execPath, [path.resolve('node_modules/playwright/cli.js'), 'install', 'chromium'], {
    stdio: 'inherit',
  })
  return existsSync(file) ? file : undefined
}

/**
 * Returns the path of a Chromium or Chrome: the one named by CHROMIUM_PATH, an installed one, Debian's package (as
 * root), or Playwright's own download. Returns nothing when there is none.
 */
export const findChromium = async () => {
  const named = process.env.CHROMIUM_PATH
  if (named) return existsSync(named) ? named : undefined
  return onPath() ?? FIXED.find((file) => existsSync(file)) ?? fromDebian() ?? (await fromPlaywright())
}

// Chromium's own screens load in every new window, in processes of their own. The last list of features that is given wins,
// so Playwright's, as far as it concerns tests, is repeated here.
const UNWANTED_FEATURES = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'InterestFeedContentSuggestions',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
  'Translate',
]

/** Switches for a Chromium that scripts drive: no background work or network requests of its own. */
export const CHROMIUM_SWITCHES = [
  // Root has no sandbox to offer.
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-sync',
  `--disable-features=${UNWANTED_FEATURES}`,
]

/** What a person does when `findChromium` returns nothing. */
export const CHROMIUM_HELP =
  'No Chromium could be found or installed. Install Chromium or Google Chrome, or set CHROMIUM_PATH to its program file, and run the command again.'
