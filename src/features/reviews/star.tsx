type StarProps = {
  /** Filled or an outline; left to the style sheet where it is not given. */
  filled?: boolean
  className: string
}

/** One star. Decoration: the number stands beside it in words. */
export function Star({ filled, className }: StarProps) {
  const look =
    filled === undefined
      ? ''
      : filled
        ? 'fill-ink text-ink forced-colors:fill-[CanvasText]'
        : 'fill-none text-concrete-600'
  return (
    <svg
      aria-hidden
      viewBox="0 0 24 24"
      className={`${look} forced-colors:text-[CanvasText] ${className}`}
      stroke="currentColor"
      strokeWidth="1.5"
    >
      <path strokeLinejoin="round" d="m12 3 2.7 5.9 6.3.7-4.7 4.3 1.3 6.3L12 17l-5.6 3.2 1.3-6.3L3 9.6l6.3-.7z" />
    </svg>
  )
}
