import { Strata } from '@/components/layout/strata'
import type { HouseKind, WorkKind } from '@/domain/price-guide'

// Old cellar's depth, top and bottom of our work, thickness.
const cuts = { convert: [66, 3, 63, 5], lower: [46, 46, 76, 8], dig: [0, 2, 80, 8] } as const

const neighbours = { terrace: [-120, 120], semi: [120], detached: [] } as const

/** Section through a house. Must be inside an `svg`. */
export function PriceDrawing({ work, house }: { work: WorkKind; house: HouseKind }) {
  const [old, from, floor, wall] = cuts[work]
  const lined = work === 'convert'
  const inset = lined ? 3 : 0
  return (
    <>
      <g transform="translate(0 136)scale(1 .46)">
        <Strata className="h-full" />
      </g>
      <g className="fill-paper stroke-ink" transform="translate(170 136)">
        <path
          id="house"
          d="M0 0v-120h120V0zM0-112h120M90-120v-12h18v12M14-100h20v24h-20zm36 0h20v24h-20zm36 0h20v24h-20zM14-64h20v24h-20zm36 0h20v24h-20zm36 0h20v24h-20zM14-30h20v20h-20zm36 0h20v20h-20zm36 30v-30h20v30"
        />
        {neighbours[house].map((x) => (
          <use key={x} href="#house" x={x} />
        ))}
        <path d={`M0 0v${Math.max(old, floor)}h120V0z`} />
        {old > 0 && <path strokeWidth="5" d={`M1 0v${old}${lined ? 'h118' : 'm118 0'}V0`} />}
        <path strokeDasharray="6 4" d={`M3 ${old}h114`} />
        <path
          className="fill-green"
          transform={`translate(${inset})`}
          d={`M0 ${from}V${floor}H${120 - 2 * inset}V${from}h-${wall}V${floor - wall}H${wall}V${from}z`}
        />
        <path strokeWidth="2" d="M-170 0h460" />
      </g>
    </>
  )
}
