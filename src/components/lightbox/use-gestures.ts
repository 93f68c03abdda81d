import { type PointerEvent, type RefObject, useRef } from 'react'
import { CLICK_SLOP, isSideways, swipeSteps } from './swipe'
import type { Zoom } from './use-zoom'
import type { Point } from './view'

type Drag = Point & {
  time: number
  /** Undecided until the pointer has left the slop; what it becomes then, it stays. */
  kind: 'undecided' | 'swipe' | 'pan' | 'nothing'
}

/** Pointers on the table: a sideways drag moves on, two fingers zoom, a drag on an enlarged photo moves it. */
export const useGestures = (table: RefObject<HTMLElement | null>, zoom: Zoom, onStep: (steps: number) => void) => {
  const pointers = useRef(new Map<number, Point>())
  const drag = useRef<Drag>(null)
  const press = useRef<'mouse' | 'touch'>(undefined)

  const follow = (dx: number | undefined) => {
    table.current?.toggleAttribute('data-held', dx !== undefined)
    table.current?.style.setProperty('--drag', `${dx ?? 0}px`)
  }
  const fromCentre = (point: Point): Point => {
    const { left, top, width, height } = table.current?.getBoundingClientRect() ?? new DOMRect()
    return { x: point.x - left - width / 2, y: point.y - top - height / 2 }
  }
  const spread = () => {
    const [a, b] = [...pointers.current.values()]
    if (!a || !b) return undefined
    return { distance: Math.hypot(a.x - b.x, a.y - b.y), middle: { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 } }
  }
  const kindOf = (event: PointerEvent, dx: number, dy: number): Drag['kind'] => {
    if (zoom.isZoomed) return 'pan'
    return event.pointerType !== 'mouse' && isSideways(dx, dy) ? 'swipe' : 'nothing'
  }
  const release = (event: PointerEvent) => {
    if (!pointers.current.delete(event.pointerId)) return undefined
    const ended = drag.current
    drag.current = null
    follow(undefined)
    return ended
  }

  return {
    /** What made the last press, if it stayed where it was and was the only one. */
    clickedBy: () => press.current,
    handlers: {
      onPointerDown: (event: PointerEvent) => {
        if (event.isPrimary) {
          pointers.current.clear()
          press.current = event.pointerType === 'mouse' ? 'mouse' : 'touch'
        }
        if (event.button !== 0 || !(event.target instanceof Node) || !table.current?.contains(event.target)) return
        pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
        const isFirst = pointers.current.size === 1
        if (!isFirst) press.current = undefined
        follow(undefined)
        drag.current = isFirst ? { x: event.clientX, y: event.clientY, time: event.timeStamp, kind: 'undecided' } : null
      },
      onPointerMove: (event: PointerEvent) => {
        const before = pointers.current.get(event.pointerId)
        if (!before) return
        const pinchBefore = spread()
        const now = { x: event.clientX, y: event.clientY }
        pointers.current.set(event.pointerId, now)
        const pinch = spread()
        if (pinch && pinchBefore) {
          table.current?.setAttribute('data-held', '')
          zoom.scaleBy(pinch.distance / Math.max(pinchBefore.distance, 1), fromCentre(pinch.middle))
          return zoom.pan(pinch.middle.x - pinchBefore.middle.x, pinch.middle.y - pinchBefore.middle.y)
        }
        const held = drag.current
        if (!held) return
        const [dx, dy] = [now.x - held.x, now.y - held.y]
        if (held.kind === 'undecided' && Math.hypot(dx, dy) > CLICK_SLOP) {
          press.current = undefined
          held.kind = kindOf(event, dx, dy)
          // The drag goes on to be ours beyond the edges of table and window.
          table.current?.setPointerCapture(event.pointerId)
        }
        if (held.kind === 'swipe') follow(dx)
        if (held.kind === 'pan') {
          table.current?.setAttribute('data-held', '')
          zoom.pan(now.x - before.x, now.y - before.y)
        }
      },
      onPointerUp: (event: PointerEvent) => {
        const ended = release(event)
        if (ended?.kind !== 'swipe') return
        const width = table.current?.clientWidth ?? 0
        const steps = swipeSteps({ dx: event.clientX - ended.x, ms: event.timeStamp - ended.time, width })
        if (steps !== 0) onStep(steps)
      },
      onPointerCancel: release,
    },
  }
}
