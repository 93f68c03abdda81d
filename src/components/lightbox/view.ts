/** What is seen of a photo: how far it is enlarged, and how far its centre is moved from the table's, in pixels. */
export type View = { readonly scale: number; readonly x: number; readonly y: number }

export type Point = { readonly x: number; readonly y: number }
type Size = { readonly width: number; readonly height: number }

/** The whole photo, as large as the table allows. */
export const FITTED: View = { scale: 1, x: 0, y: 0 }

/** What a click, a double tap and the zoom button enlarge to. */
export const CLICK_SCALE = 2
const MAX_SCALE = 4

/** Returns the view at another scale, with the point (from the table's centre) staying where it is. */
export const zoomAt = (view: View, scale: number, point: Point): View => {
  const next = Math.min(Math.max(scale, 1), MAX_SCALE)
  const ratio = next / view.scale
  return { scale: next, x: point.x - (point.x - view.x) * ratio, y: point.y - (point.y - view.y) * ratio }
}

/** Returns the view moved by so much. */
export const panBy = (view: View, dx: number, dy: number): View => ({ ...view, x: view.x + dx, y: view.y + dy })

const clamp = (value: number, limit: number) => (limit > 0 ? Math.min(Math.max(value, -limit), limit) : 0)

/** Returns the view without any table showing where there could be photo; `photo` is its size at scale 1. */
export const heldWithin = (view: View, photo: Size, table: Size): View => ({
  scale: view.scale,
  x: clamp(view.x, (photo.width * view.scale - table.width) / 2),
  y: clamp(view.y, (photo.height * view.scale - table.height) / 2),
})
