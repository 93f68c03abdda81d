/** The QR code of the card's own address, as one drawing; `label` says where it leads. */
export function QrCode({ label, className }: { label: string; className?: string }) {
  const { size, path } = __BUSINESS_CARD_QR__
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
