// @ts-check
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import playwright from 'playwright'

const onPath = (/** @type {string[]} */ ...names) => {
  const folders = (process.env.PATH ?? '').split(path.delimiter)
  return names.flatMap((name) => folders.map((folder) => path.join(folder, name))).find((file) => existsSync(file))
}

/** Installs Debian's packages, where that can be done, and looks again for what they bring. */
const fromDebian = (/** @type {string[]} */ packages, /** @type {() => string | undefined} */ look) => {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined
  console.log(`Installing ${packages.join(', ')} (Debian's packages) ...`)
  const apt = (/** @type {string[]} */ ...args) =>
    spawnSync('apt-get', args, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  apt('update', '-qq')
  apt('install', '-y', '-qq', '--no-install-recommends', ...packages)
  return look()
}

const fromPlaywright = () => {
  const file = playwright.chromium.executablePath()
  if (existsSync(file)) return file
  console.log("Installing Chromium (Playwright's download) ...")
  spawnSync(process.execPath, [path.resolve('node_modules/playwright/cli.js'), 'install', 'chromium'], {
    stdio: 'inherit',
  })
  return existsSync(file) ? file : undefined
}

const applications = (/** @type {string[]} */ ...files) =>
  files.map((file) => `/Applications/${file}`).find((file) => existsSync(file))

/**
 * Returns the path of a Chromium or Chrome: the one named by CHROMIUM_PATH, an installed one, Debian's package (as
 * root), or Playwright's own download. Returns nothing when there is none.
 */
export const findChromium = () => {
  const named = process.env.CHROMIUM_PATH
  if (named) return existsSync(named) ? named : undefined
  const look = () => onPath('chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome')
  return (
    look() ??
    applications('Google Chrome.app/Contents/MacOS/Google Chrome', 'Chromium.app/Contents/MacOS/Chromium') ??
    fromDebian(['chromium'], look) ??
    fromPlaywright()
  )
}

/**
 * Returns Playwright's options for Firefox: an installed one, Debian's package (as root) or Playwright's own; or nothing.
 * @returns {{ channel?: string, launchOptions?: { executablePath: string } } | undefined}
 */
export const findFirefox = () => {
  const look = () => onPath('firefox-esr', 'firefox')
  const own = playwright.firefox.executablePath()
  const executablePath =
    look() ?? applications('Firefox.app/Contents/MacOS/firefox') ?? fromDebian(['firefox-esr'], look)
  if (executablePath) return { channel: 'moz-firefox', launchOptions: { executablePath } }
  return existsSync(own) ? {} : undefined
}

/**
 * Returns what can drive a WebKit: 'WebKitGTK' (its driver, a screen and the view of tests/browsers; from Debian's packages, as
 * root), 'Playwright' (its own download, if it is there), or nothing.
 */
export const findWebKit = () => {
  const look = () => {
    const python = spawnSync('/usr/bin/python3', ['-c', "import gi; gi.require_version('WebKit2', '4.1')"], {
      stdio: 'ignore',
    })
    return python.status === 0 && onPath('Xvfb') ? onPath('WebKitWebDriver') : undefined
  }
  const packages = ['webkit2gtk-driver', 'xvfb', 'python3-gi', 'gir1.2-webkit2-4.1']
  if (look() ?? fromDebian(packages, look)) return 'WebKitGTK'
  return existsSync(playwright.webkit.executablePath()) ? 'Playwright' : undefined
}

/** What a person does when `findFirefox` or `findWebKit` returns nothing. @type {Record<string, string>} */
export const BROWSERS_HELP = {
  firefox: 'No Firefox was found: install Firefox, or run npx playwright install firefox.',
  webkit: 'No WebKit that can be driven was found: run npx playwright install webkit.',
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
