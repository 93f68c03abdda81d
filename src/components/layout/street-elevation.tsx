type House = {
  x: number
  width: number
  storeys: readonly number[]
  bays: number
  roof: 'parapet' | 'gable' | 'mansard'
}

const GROUND = 300
const PLINTH = 18

const houses = [
  { x: 0, width: 104, storeys: [62, 52, 42], bays: 2, roof: 'mansard' },
  { x: 104, width: 128, storeys: [66, 58, 46, 38], bays: 3, roof: 'parapet' },
  { x: 232, width: 96, storeys: [60, 50], bays: 2, roof: 'gable' },
  { x: 328, width: 128, storeys: [66, 58, 46, 38], bays: 3, roof: 'parapet' },
  { x: 456, width: 104, storeys: [62, 52, 42], bays: 2, roof: 'mansard' },
  { x: 560, width: 80, storeys: [58, 48], bays: 2, roof: 'gable' },
] as const satisfies readonly House[]

const box = (x: number, y: number, width: number, height: number) => `M${x} ${y}h${width}v${height}h${-width}z`

const roofPath = ({ x, width, roof }: House, top: number) => {
  if (roof === 'gable') return `M${x - 3} ${top}l${width / 2 + 3} -34l${width / 2 + 3} 34z`
  if (roof === 'mansard') return `M${x} ${top}l10 -26h${width - 20}l10 26z${box(x + 12, top - 42, 20, 16)}`
  return `${box(x - 2, top - 8, width + 4, 8)}${box(x + width - 34, top - 26, 24, 18)}`
}

const housePath = (house: House) => {
  const { x, width, storeys, bays } = house
  const height = storeys.reduce((sum, storey) => sum + storey, PLINTH)
  const bay = width / bays
  const parts = [box(x, GROUND - height, width, height), `M${x} ${GROUND - PLINTH}h${width}`]
  let floor = GROUND - PLINTH
  for (const [level, storey] of storeys.entries()) {
    const sash = storey * 0.58
    for (let column = 0; column < bays; column++) {
      const left = x + bay * column + bay / 2
      if (level === 0 && column === 0) parts.push(box(left - 10, floor - 44, 20, 44))
      else
        parts.push(box(left - 9, floor - storey * 0.8, 18, sash), `M${left - 9} ${floor - storey * 0.8 + sash / 2}h18`)
    }
    floor -= storey
  }
  return `${parts.join('')}${roofPath(house, GROUND - height)}`
}

const outlines = houses.map(housePath)
const OURS = 1
const neighbours = outlines.filter((_, index) => index !== OURS).join('')
const door = box(houses[OURS].x + houses[OURS].width / houses[OURS].bays / 2 - 10, GROUND - PLINTH - 44, 20, 44)

type StreetElevationProps = {
  /** The second plot: a house with our front door, or an outline only. */
  plot: 'ours' | 'empty'
  className?: string
}

export function StreetElevation({ plot, className }: StreetElevationProps) {
  return (
    <svg aria-hidden viewBox={`-4 20 648 ${GROUND - 20}`} className={className}>
      <g fill="none" stroke="currentColor" strokeWidth="1.25" strokeLinejoin="round">
        <path d={neighbours} />
        {plot === 'ours' ? (
          <path d={outlines[OURS]} />
        ) : (
          <path strokeDasharray="5 5" d={box(houses[OURS].x + 6, 64, houses[OURS].width - 12, GROUND - 64)} />
        )}
      </g>
      {plot === 'ours' && <path className="fill-green" d={door} />}
    </svg>
  )
}
