import { type PointerEvent, useEffect, useRef } from 'react'
import { Picture } from '@/components/picture'
import type { CaptionedImage } from '@/domain/image'

type BeforeAndAfterProps = { before: CaptionedImage; after: CaptionedImage; sizes: string }

const describePosition = (before: number) => `${before}% before, ${100 - before}% after`

/** Two pictures with a movable divider. */
export function BeforeAndAfter({ before, after, sizes }: BeforeAndAfterProps) {
  const frame = useRef<HTMLDivElement>(null)
  const divider = useRef<HTMLInputElement>(null)
  const touchStart = useRef<{ x: number; y: number } | null>(null)

  const draw = () => {
    if (!frame.current || !divider.current) return
    const { valueAsNumber } = divider.current
    frame.current.style.setProperty('--divider', String(valueAsNumber))
    divider.current.setAttribute('aria-valuetext', describePosition(Math.round(valueAsNumber)))
  }
  // The divider may move before hydration.
  useEffect(draw, [])

  const moveTo = ({ clientX }: PointerEvent) => {
    if (!frame.current || !divider.current) return
    const { left, width } = frame.current.getBoundingClientRect()
    divider.current.valueAsNumber = (100 * (clientX - left)) / width
    draw()
  }
  // Safari on phones moves a range only by its thumb. A touch may also be a scroll.
  const startDrag = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0 || !event.isPrimary) return
    event.currentTarget.setPointerCapture(event.pointerId)
    touchStart.current = event.pointerType === 'touch' ? { x: event.clientX, y: event.clientY } : null
    if (!touchStart.current) moveTo(event)
  }
  const drag = (event: PointerEvent<HTMLElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
    const start = touchStart.current
    if (start && Math.abs(event.clientX - start.x) <= Math.abs(event.clientY - start.y)) return
    touchStart.current = null
    moveTo(event)
  }
  const endDrag = (event: PointerEvent<HTMLElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
    moveTo(event)
    divider.current?.focus({ preventScroll: true })
  }

  return (
    <div ref={frame} className="comparison" onPointerDown={startDrag} onPointerMove={drag} onPointerUp={endDrag}>
      <div>
        <Picture image={before} sizes={sizes} priority />
        <span>Before</span>
      </div>
      <div>
        <Picture image={after} sizes={sizes} priority="low" />
        <span>After</span>
      </div>
      <input
        ref={divider}
        onInput={draw}
        type="range"
        // Smooth for pointers. Arrow keys still step by one per cent.
        step="any"
        defaultValue={50}
        aria-label="Before and after"
        aria-valuetext={describePosition(50)}
        autoComplete="off"
      />
      <svg aria-hidden viewBox="0 0 44 44">
        <path d="m16 14-8 8 8 8M28 14l8 8-8 8" />
      </svg>
    </div>
  )
}
