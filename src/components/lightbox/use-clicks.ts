import { type MouseEvent, type RefObject, useRef } from 'react'
import type { Zoom } from './use-zoom'
import type { Point } from './view'

const DOUBLE_TAP_MS = 350

type Clicks = {
  table: RefObject<HTMLElement | null>
  zoom: Zoom
  /** What made the click, or nothing where it was the end of a drag. */
  clickedBy: () => 'mouse' | 'touch' | undefined
  onClose: () => void
}

/** A click on the photo zooms, a double tap too; one on the dark around it closes. Words and controls do neither. */
export const useClicks = ({ table, zoom, clickedBy, onClose }: Clicks) => {
  const lastTap = useRef(Number.NEGATIVE_INFINITY)

  return (event: MouseEvent) => {
    if (!(event.target instanceof Element) || event.target.closest('button, [data-caption]')) return
    const kind = clickedBy()
    // The second half of a double click is not meant for what the first half has brought here.
    if (!kind || (kind === 'mouse' && event.detail > 1)) return
    if (!event.target.closest('[data-photo]')) return onClose()
    const { left, top, width, height } = table.current?.getBoundingClientRect() ?? new DOMRect()
    const point: Point = { x: event.clientX - left - width / 2, y: event.clientY - top - height / 2 }
    if (kind === 'mouse') return zoom.toggle(point)
    const isDoubleTap = event.timeStamp - lastTap.current < DOUBLE_TAP_MS
    lastTap.current = isDoubleTap ? Number.NEGATIVE_INFINITY : event.timeStamp
    if (isDoubleTap) zoom.toggle(point)
  }
}
