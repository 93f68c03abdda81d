import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import path from 'node:path'
import playwright from 'playwright'

const FOLDERS = ['/Applications', ...(process.env.PATH ?? '').split(path.delimiter)]

const findInstalled = (/** @type {string[]} */ ...programs) =>
  programs.flatMap((program) => FOLDERS.map((folder) => path.join(folder, program))).find((file) => existsSync(file))

const withPackages = (/** @type {string} */ packages, /** @type {() => string | undefined} */ find) => {
  const found = find()
  if (found || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return found
  console.log(`Installing ${packages} (apt-get) ...`)
  spawnSync(`apt-get update -qq && apt-get install -y -qq --no-install-recommends ${packages}`, {
    shell: true,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
  return find()
}

/** Finds or installs Chromium. Throws an error that says what to do. */
export const findChromium = () => {
  const bundled = playwright.chromium.executablePath()
  const found =
    process.env.CHROMIUM_PATH ??
    withPackages('chromium', () =>
      findInstalled('chromium', 'chromium-browser', 'google-chrome', 'Google Chrome.app/Contents/MacOS/Google Chrome'),
    ) ??
    bundled
  if (found === bundled && !existsSync(bundled))
    spawnSync(process.execPath, ['node_modules/playwright/cli.js', 'install', 'chromium'], { stdio: 'inherit' })
  if (existsSync(found)) return found
  throw new Error(`No Chromium found at ${found}. Install Chromium or Chrome, or set CHROMIUM_PATH to its executable.`)
}

/** Finds or installs the headless shell, which starts faster. Falls back to `findChromium`. */
export const findHeadlessChromium = () => {
  // Playwright's workers inherit the path instead of reinstalling.
  process.env.HEADLESS_CHROMIUM_PATH ??=
    process.env.CHROMIUM_PATH ??
    withPackages('chromium-headless-shell', () => findInstalled('chromium-headless-shell', 'chrome-headless-shell')) ??
    findChromium()
  return process.env.HEADLESS_CHROMIUM_PATH
}

/** @returns {{ channel?: string, launchOptions?: { executablePath: string } }} */
export const findFirefox = () => {
  const executablePath = withPackages('firefox-esr', () =>
    findInstalled('firefox-esr', 'firefox', 'Firefox.app/Contents/MacOS/firefox'),
  )
  if (executablePath) return { channel: 'moz-firefox', launchOptions: { executablePath } }
  if (existsSync(playwright.firefox.executablePath())) return {}
  throw new Error('No Firefox found. Install it, or run npx playwright install firefox.')
}

/** Finds or installs WebKit. Throws an error that says what to do. */
export const findWebKit = () => {
  const packages = 'webkit2gtk-driver xvfb python3-gi gir1.2-webkit2-4.1'
  const driver = withPackages(packages, () => {
    const view = spawnSync('/usr/bin/python3', ['-c', "import gi; gi.require_version('WebKit2', '4.1')"])
    return view.status === 0 && findInstalled('Xvfb') ? findInstalled('WebKitWebDriver') : undefined
  })
  if (driver) return 'WebKitGTK'
  if (existsSync(playwright.webkit.executablePath())) return 'Playwright'
  throw new Error(`No WebKit found. Run apt-get install ${packages}, or npx playwright install webkit.`)
}

/** Starts a virtual X screen and returns its display name. */
export const startScreen = async () => {
  const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1600x1400x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const [number] = await once(/** @type {import('node:stream').Readable} */ (screen.stdio[3]), 'data')
  return { display: `:${String(number).trim()}`, stop: () => screen.kill() }
}

/** Starts a screen whose windows can be minimised. */
export const findDesktop = async () => {
  const packages = 'xvfb openbox'
  const manager = withPackages(packages, () => (findInstalled('Xvfb') ? findInstalled('openbox') : undefined))
  if (!manager) throw new Error(`No virtual screen found. Run apt-get install ${packages}.`)
  const { display, stop: stopScreen } = await startScreen()
  const windows = spawn(manager, { stdio: 'ignore', env: { ...process.env, DISPLAY: display } })
  const stop = () => {
    windows.kill()
    stopScreen()
  }
  return { display, stop }
}

// Disables Chromium's pages in new windows. Replaces Playwright's list, so it repeats what tests need.
const UNWANTED_FEATURES =
  'WebUIOmniboxPopup WebUIOmniboxAimPopup AimEnabled AvoidCorsURLLoaderRestartOnRedirect ' +
  'AvoidUnnecessaryBeforeUnloadCheckSync DestroyProfileOnBrowserClose HttpsFirstBalancedModeAutoEnable HttpsUpgrades ' +
  'InterestFeedContentSuggestions LensOverlay MediaRouter NetworkTimeServiceQuerying OptimizationHints PaintHolding ' +
  'PreconnectToSearch ThirdPartyStoragePartitioning Translate'

export const CHROMIUM_SWITCHES = [
  '--disable-gpu',
  '--disable-quic',
  // The headless shell's font hinting changes line breaks.
  '--font-render-hinting=none',
  `--disable-features=${UNWANTED_FEATURES.replaceAll(' ', ',')}`,
]
