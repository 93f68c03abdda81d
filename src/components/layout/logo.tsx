import lettering from './lettering.svg?no-inline'
import LOGO from './logo.json'

const STYLES = {
  default: {
    words: '#10201a',
    made: { fill: '#8a6f57' },
    gravel: { fill: '#c9ab7d' },
    clay: { fill: '#b5654a' },
  },
  white: {
    words: '#fff',
    made: { fill: '#fff' },
    gravel: { fill: '#fff', fillOpacity: 0.68 },
    clay: { fill: '#fff', fillOpacity: 0.42 },
  },
} as const

type LogoProps = { variant: keyof typeof STYLES; label: string; className?: string }

export function Logo({ variant, label, className }: LogoProps) {
  const style = STYLES[variant]
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${LOGO.width} ${LOGO.height}`}
      width={LOGO.width}
      height={LOGO.height}
      className={className}
      // Forced colours would merge the parts.
      style={{ forcedColorAdjust: 'none' }}
    >
      <path fill="#2cb53f" d={LOGO.ground} />
      <path {...style.made} d={LOGO.made} />
      <path {...style.gravel} d={LOGO.gravel} />
      <path {...style.clay} d={LOGO.clay} />
      {/* Inline, the lettering would add 1.1 kB to each page. */}
      <use href={`${lettering}#words`} fill={style.words} className="forced-colors:fill-[CanvasText]" />
    </svg>
  )
}
