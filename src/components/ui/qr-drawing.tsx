import type { QrPath } from '@/lib/qr-code'

type QrDrawingProps = { drawing: QrPath; label: string; className: string }

export function QrDrawing({ drawing: { size, path }, label, className }: QrDrawingProps) {
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={className}
    >
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#10201a" d={path} />
    </svg>
  )
}
