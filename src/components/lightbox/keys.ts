/** What a key asks for: steps between photos, one end of them, a zoom factor, or a movement of an enlarged photo. */
export type KeyAction =
  | { steps: number }
  | { end: 'first' | 'last' }
  | { zoom: number }
  | { pan: [dx: number, dy: number] }

type Key = { key: string; shiftKey: boolean; ctrlKey: boolean; metaKey: boolean; altKey: boolean }

const ZOOM = 1.5
const PAN = 96

const always: Record<string, KeyAction> = {
  arrowleft: { steps: -1 },
  arrowright: { steps: 1 },
  home: { end: 'first' },
  end: { end: 'last' },
  '+': { zoom: ZOOM },
  // The plus of most keyboards, without its Shift.
  '=': { zoom: ZOOM },
  '-': { zoom: 1 / ZOOM },
}

// Left and right stay with the photos, so moving an enlarged one sideways takes Shift. Up and down must go on scrolling
// a long caption on a small screen while there is no photo to move.
const whenZoomed: Record<string, KeyAction> = {
  'shift+arrowleft': { pan: [PAN, 0] },
  'shift+arrowright': { pan: [-PAN, 0] },
  arrowup: { pan: [0, PAN] },
  arrowdown: { pan: [0, -PAN] },
}

/** Returns what a key asks the lightbox to do, if anything; Escape is the dialog's own. */
export const keyAction = ({ key, shiftKey, ...modifiers }: Key, isZoomed: boolean): KeyAction | undefined => {
  // With these the keys are the browser's: back, forward, its own zoom.
  if (modifiers.ctrlKey || modifiers.metaKey || modifiers.altKey) return undefined
  const name = (shiftKey && key.startsWith('Arrow') ? `Shift+${key}` : key).toLowerCase()
  return (isZoomed ? whenZoomed[name] : undefined) ?? always[name]
}
