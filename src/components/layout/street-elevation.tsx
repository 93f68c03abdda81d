import street from './street.json'

type StreetElevationProps = {
  /** The second plot: a house with our front door, or an outline only. */
  plot: 'ours' | 'empty'
  className?: string
}

export function StreetElevation({ plot, className }: StreetElevationProps) {
  return (
    <svg aria-hidden viewBox="-4 20 648 280" className={className}>
      <g fill="none" stroke="currentColor" strokeWidth="1.25" strokeLinejoin="round">
        <path d={street.neighbours} />
        {plot === 'ours' ? <path d={street.house} /> : <path strokeDasharray="5 5" d={street.plot} />}
      </g>
      {plot === 'ours' && <path className="fill-green" d={street.door} />}
    </svg>
  )
}
