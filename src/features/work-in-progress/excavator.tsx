/** A mini excavator at the bottom of the dig. */
export function Excavator() {
  return (
    <g transform="translate(986 372)" className="fill-green stroke-ink" strokeWidth="2" strokeLinejoin="round">
      <path className="fill-ink" d="M4 46h40a6 6 0 0 1 0 12H4a6 6 0 0 1 0-12z" />
      <path d="M0 46V28h44l4 18z" />
      <path className="fill-paper" d="M4 28V2h24l4 26z" />
      <path d="M36 30 58-34l9 3-19 62z" />
      <path d="M57-34l8-4L108 8l-7 5z" />
      <path className="fill-concrete-400" d="M100 6l10 2 2 22-20-2 2-12z" />
    </g>
  )
}
