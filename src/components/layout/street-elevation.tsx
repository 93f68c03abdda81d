import street from './street.json'

export function StreetElevation({ plot }: { plot: 'ours' | 'empty' }) {
  return (
    <svg aria-hidden viewBox="-4 20 648 280" className="block w-full max-w-2xl self-end justify-self-end text-ink/55">
      <g fill="none" stroke="currentColor" strokeWidth="1.25" strokeLinejoin="round">
        <path d={street.neighbours} />
        {plot === 'ours' ? <path d={street.house} /> : <path strokeDasharray="5 5" d={street.plot} />}
      </g>
      {plot === 'ours' && <path className="fill-green" d={street.door} />}
    </svg>
  )
}
