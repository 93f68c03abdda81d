import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { CLICK_SCALE, FITTED, heldWithin, type Point, panBy, type View, zoomAt } from './view'

const CENTRE: Point = { x: 0, y: 0 }

/** Enlarges and moves the photo in view. Where it is goes into custom properties of the table, past React's rendering. */
export const useZoom = (table: RefObject<HTMLElement | null>, photo: string) => {
  const view = useRef<View>(FITTED)
  const [isZoomed, setIsZoomed] = useState(false)

  const look = useCallback(
    (next: View) => {
      const element = table.current
      const frame = element?.querySelector<HTMLElement>('[data-photo]')
      view.current = heldWithin(
        next,
        { width: frame?.offsetWidth ?? 0, height: frame?.offsetHeight ?? 0 },
        { width: element?.clientWidth ?? 0, height: element?.clientHeight ?? 0 },
      )
      element?.style.setProperty('--scale', String(view.current.scale))
      element?.style.setProperty('--pan', `${view.current.x}px ${view.current.y}px`)
      setIsZoomed(view.current.scale > 1)
    },
    [table],
  )

  // biome-ignore lint/correctness/useExhaustiveDependencies: another photo begins whole.
  useEffect(() => {
    look(FITTED)
    const fit = () => look(FITTED)
    window.addEventListener('resize', fit)
    return () => window.removeEventListener('resize', fit)
  }, [look, photo])

  return {
    isZoomed,
    scaleBy: (ratio: number, point = CENTRE) => look(zoomAt(view.current, view.current.scale * ratio, point)),
    pan: (dx: number, dy: number) => look(panBy(view.current, dx, dy)),
    toggle: (point = CENTRE) => look(view.current.scale > 1 ? FITTED : zoomAt(FITTED, CLICK_SCALE, point)),
  }
}

export type Zoom = ReturnType<typeof useZoom>
