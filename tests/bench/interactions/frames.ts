import type { Browser } from 'playwright'
import { type Options, openPhone } from './phone.ts'

type FrameReport = { state: string; scroll_state: string; frame_sequence: number }
type TraceEvent = {
  name: string
  ph: string
  ts: number
  pid: number
  id2?: { local?: string }
  args: { frame_reporter?: FrameReport; chrome_frame_reporter?: FrameReport }
}

/** Pixels per second of a fast thumb. */
const SPEED = 2000
const CATEGORIES = ['cc', 'benchmark', 'disabled-by-default-devtools.timeline.frame']

const reportOf = ({ args }: TraceEvent) => args.frame_reporter ?? args.chrome_frame_reporter

/** Returns when each frame was presented, in ms, and how many were dropped. */
const framesOf = (trace: readonly TraceEvent[]) => {
  const open = new Map<string, FrameReport>()
  // The compositor and the late page may both report a frame.
  const frames = new Map<number, number | undefined>()
  const events = trace.filter(({ name }) => name === 'PipelineReporter').sort((a, b) => a.ts - b.ts)
  for (const event of events) {
    const key = `${event.pid} ${event.id2?.local}`
    const report = reportOf(event)
    if (event.ph === 'b' && report) open.set(key, report)
    const ended = event.ph === 'e' ? open.get(key) : undefined
    if (!ended) continue
    // The browser reuses these keys.
    open.delete(key)
    if (ended.scroll_state === 'SCROLL_NONE' || ended.state === 'STATE_NO_UPDATE_DESIRED') continue
    const presentedAt = ended.state.startsWith('STATE_PRESENTED') ? event.ts / 1000 : undefined
    frames.set(ended.frame_sequence, frames.get(ended.frame_sequence) ?? presentedAt)
  }
  const presented = [...frames.values()].flatMap((time) => time ?? []).sort((a, b) => a - b)
  return { presented, dropped: frames.size - presented.length }
}

/**
 * Scrolls a page and counts the frames in the browser's trace. Throttling only slows the page's own work. Without a
 * graphics card, drawing uses the same processor unthrottled.
 */
export const measureScroll = async (browser: Browser, site: string, options: Options) => {
  const { page, session, close } = await openPhone(browser, site, options)
  try {
    const distance = await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight)
    await browser.startTracing(page, { categories: CATEGORIES })
    // A synthetic finger doesn't scroll a headless browser, but a wheel does.
    const gesture = { gestureSourceType: 'mouse', yDistance: -distance, speed: SPEED, preventFling: true } as const
    await session.send('Input.synthesizeScrollGesture', { x: 195, y: 500, ...gesture })
    const { traceEvents }: { traceEvents: TraceEvent[] } = JSON.parse((await browser.stopTracing()).toString())
    const { presented, dropped } = framesOf(traceEvents)
    const seconds = ((presented.at(-1) ?? 0) - (presented[0] ?? 0)) / 1000
    return { frames: presented.length, dropped, fps: Math.round(presented.length / seconds) }
  } finally {
    await close()
  }
}
