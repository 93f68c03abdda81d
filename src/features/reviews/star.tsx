/** One star, `filled` or an outline. Decoration: the number stands beside it in words. */
export function Star({ filled, className }: { filled: boolean; className: string }) {
  const look = filled
    ? 'fill-ink text-ink forced-colors:fill-[CanvasText] forced-colors:text-[CanvasText]'
    : 'fill-none text-concrete-600 forced-colors:text-[CanvasText]'
  return (
    <svg aria-hidden viewBox="0 0 24 24" className={`${look} ${className}`} stroke="currentColor" strokeWidth="1.5">
      <path strokeLinejoin="round" d="m12 3 2.7 5.9 6.3.7-4.7 4.3 1.3 6.3L12 17l-5.6 3.2 1.3-6.3L3 9.6l6.3-.7z" />
    </svg>
  )
}
