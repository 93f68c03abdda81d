import { readFileSync } from 'node:fs'
import { makeFloor } from './floor/make-floor.ts'
import { audit } from './lighthouse/measure.ts'
import { launchBrowser } from './support/chromium.ts'
import { startHost } from './support/host.ts'

export const run = async (args: string[]) => {
  const host = await startHost()
  const browser = await launchBrowser()
  const floor = await makeFloor(browser, host.url)
  await browser.close()
  const home = readFileSync('dist/index.html', 'utf8')
  const noScript = (h: string) =>
    h.replace(/<script type="module"[^>]*><\/script>/, '').replace(/<link rel="modulepreload"[^>]*>/g, '')
  const noCss = (h: string) => h.replace(/<link rel="stylesheet"[^>]*>/, '')
  const noFont = (h: string) => h.replace(/<link rel="preload"[^>]*font[^>]*>/, '')
  const v: Record<string, string> = {
    floor,
    home,
    noScript: noScript(home),
    noCss: noCss(home),
    noBoth: noCss(noScript(home)),
    noneFont: noFont(noCss(noScript(home))),
    noPreload: home.replace(/<link rel="modulepreload"[^>]*>/g, ''),
  }
  for (const [n, h] of Object.entries(v)) await host.publish('/__' + n, h)
  for (let i = 0; i < Number(args[0] ?? 1); i++)
    for (const n of Object.keys(v)) {
      const l = await audit(`${host.url}/__${n}`, { desktop: false, throttling: 'simulate' })
      const a = l.audits as any
      console.log(
        n.padEnd(10),
        Math.round(a['first-contentful-paint'].numericValue),
        Math.round(a['largest-contentful-paint'].numericValue),
        Math.round(a['speed-index'].numericValue),
        Math.round(a['total-blocking-time'].numericValue),
        Math.round(a['total-byte-weight'].numericValue / 1024),
      )
      if (n === 'home' && i === 0)
        for (const r of a['network-requests'].details.items)
          console.log(
            '   ',
            r.url.replace(host.url, '').slice(0, 70),
            r.priority,
            Math.round(r.networkRequestTime),
            Math.round(r.networkEndTime),
            r.transferSize,
          )
    }
  host.stop()
}
