/** A mini excavator at the bottom of the dig. */
export function Excavator() {
  return (
    <g transform="translate(986 372)" className="fill-green stroke-ink" strokeWidth="2" strokeLinejoin="round">
      <path className="fill-ink" d="M4 46h40a6 6 0 0 1 0 12H4a6 6 0 0 1 0-12z" />
      <path d="M0 46V28h44l4 18z" />
      <path className="fill-paper" d="M4 28V2h24l4 26z" />
      <path d="M38 30 62-26l8 4-22 56z" />
      <path d="M62-26l36 22-4 7-34-21z" />
      <path className="fill-concrete-400" d="M92-6l10 4 2 18-16-4z" />
    </g>
  )
}
