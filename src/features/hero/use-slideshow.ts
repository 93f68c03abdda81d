import { useEffect, useEffectEvent, useRef, useState } from 'react'

const SLIDE_MS = 7_000

/** Advances the slides. `renew` replaces the next advance, immediately if none is due or if `isUrgent`. */
export const useSlideshow = (count: number, renew: (() => void) | undefined, isUrgent: boolean) => {
  const [{ current, reached }, setPosition] = useState({ current: 0, reached: 0 })
  const show = (index: number) =>
    setPosition((before) => ({ current: index, reached: Math.max(before.reached, index) }))
  // Paused until reduced motion is checked.
  const [paused, setPaused] = useState(true)
  const [visible, setVisible] = useState(false)
  const stage = useRef<HTMLDivElement>(null)

  useEffect(() => {
    setPaused(window.matchMedia('(prefers-reduced-motion: reduce)').matches)
  }, [])

  useEffect(() => {
    if (!stage.current) return
    let inView = false
    const update = () => setVisible(inView && document.visibilityState === 'visible')
    const observer = new IntersectionObserver(([entry]) => {
      inView = entry?.isIntersecting ?? false
      update()
    })
    observer.observe(stage.current)
    document.addEventListener('visibilitychange', update)
    return () => {
      observer.disconnect()
      document.removeEventListener('visibilitychange', update)
    }
  }, [])

  const playing = !paused && visible
  const isOutdated = renew !== undefined
  const advance = useEffectEvent(() => {
    if (!renew) return show((current + 1) % count)
    renew()
    setPosition({ current: 0, reached: 0 })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a chosen slide gets its full time, too.
  useEffect(() => {
    if (!playing || (count < 2 && !isOutdated)) return
    const timer = setTimeout(() => advance(), SLIDE_MS)
    return () => clearTimeout(timer)
  }, [playing, current, count, isOutdated])
  useEffect(() => {
    if (isOutdated && (isUrgent || !visible || paused)) advance()
  }, [isOutdated, isUrgent, visible, paused])

  return {
    current: current < count ? current : 0,
    reached,
    playing,
    paused,
    togglePaused: () => setPaused(!paused),
    show,
    stage,
  }
}
