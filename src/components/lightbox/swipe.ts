/** How far a pointer may stray, in pixels, and still have been a click. */
export const CLICK_SLOP = 8

// A slow drag has to cross this share of the table; a flick only has to be fast.
const FAR = 0.22
const FLICK_DISTANCE = 24
const FLICK_SPEED = 0.35

/** Whether a movement is sideways enough to be a swipe; anything steeper belongs to scrolling. */
export const isSideways = (dx: number, dy: number): boolean => Math.abs(dx) > 1.4 * Math.abs(dy)

/** Returns how many photos a finished sideways drag moves on (1 or -1), or 0 when it was too little. */
export const swipeSteps = ({ dx, ms, width }: { dx: number; ms: number; width: number }): -1 | 0 | 1 => {
  const distance = Math.abs(dx)
  const isFlick = distance >= FLICK_DISTANCE && distance / Math.max(ms, 1) >= FLICK_SPEED
  if (!isFlick && distance < width * FAR) return 0
  return dx < 0 ? 1 : -1
}
