const GROUND = 200

const houses = [820, 980, 1140]

function House({ left }: { left: number }) {
  return (
    <g transform={`translate(${left} 0)`} className="fill-paper stroke-ink" strokeWidth="2">
      <path d="M104 34V8h28v26M112 8V0M124 8V0" />
      <path d={`M0 ${GROUND}V34h160v${GROUND - 34}z`} />
      <path d="M0 46h160" />
      {[18, 66, 114].map((x) => (
        <path key={x} d={`M${x} 62h28v42h-28zM${x} 83h28`} />
      ))}
      {[18, 66].map((x) => (
        <path key={x} d={`M${x} 128h28v46h-28zM${x} 151h28`} />
      ))}
      <path d={`M112 ${GROUND}v-74h32v74zM112 138h32`} />
    </g>
  )
}

const pins = [
  { x: 968, height: 280 },
  { x: 1140, height: 180 },
]

function Excavator() {
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

export function SectionDrawing() {
  return (
    <svg
      role="img"
      aria-label="Section drawing of a terrace of houses, with a basement being dug beneath the middle one"
      viewBox="0 -12 1440 532"
      preserveAspectRatio="xMaxYMax slice"
      className="mt-8 block h-72 w-full shrink-0 sm:h-96 sm:grow lg:-mt-[min(12vw,11rem)] lg:aspect-[1440/532] lg:h-auto"
      style={{ forcedColorAdjust: 'none' }}
    >
      {houses.map((left) => (
        <House key={left} left={left} />
      ))}
      <path className="fill-topsoil" d="M-400 200H1440v36H-400z" />
      <path className="fill-made" d="M-400 222c180-6 300 8 520 2s300 10 520 2 500 4 800-2v70H-400z" />
      <path className="fill-gravel" d="M-400 286c160 10 280-8 480 0s320-10 560 2 520-8 800 0v90H-400z" />
      <path className="fill-clay" d="M-400 372c200-12 340 8 560-2s360 10 600 0 440-8 680 2v148H-400z" />
      <path className="fill-[#33201a]" d="M-400 500c240-8 480 6 760 0s720-6 1080 0v24H-400z" />

      <path className="fill-paper" d="M980 200h160v194l-30 4-22 32H980z" />
      {pins.map(({ x, height }) => (
        <path
          key={x}
          className="fill-concrete-300 stroke-ink"
          strokeWidth="2"
          d={`M${x} ${GROUND}h12v${height}h-12z`}
        />
      ))}
      <path className="stroke-ink" strokeWidth="5" d="M980 262h160" />
      <path className="stroke-ink" strokeWidth="2" d="M980 254v16M1140 254v16" />
      <path className="fill-none stroke-paper" strokeWidth="2.5" strokeDasharray="9 7" d="M980 480h172V380" />
      <Excavator />
      <path className="stroke-ink" strokeWidth="3" d="M-400 200H1440" />
    </svg>
  )
}
