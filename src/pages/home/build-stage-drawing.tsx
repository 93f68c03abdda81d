import type { ReactNode } from 'react'

const green = 'var(--color-green)'
const concrete = '#b9b6ae'

const pins = (
  <g fill={green}>
    <path d="M66 100h16v34H66zM218 100h16v34h-16z" />
  </g>
)
const box = <path fill={concrete} d="M66 100h16v84h136v-84h16v100H66z" />

// What each stage adds below the footings, bottom of the drawing at y = 220.
const stages: readonly ReactNode[] = [
  <g key="trial-pit">
    <path fill="#f1efe9" d="M38 92h28v36H38z" />
    <path fill="none" stroke={green} strokeWidth="3" d="M38 92v36h28" />
  </g>,
  pins,
  <g key="dig">
    <path fill="#f1efe9" d="M82 92h136v92H82z" />
    <path fill={concrete} d="M66 100h16v84H66zM218 100h16v84h-16z" />
    <path stroke={green} strokeWidth="6" d="M82 118h136M82 152h136" />
  </g>,
  <g key="room">
    <path fill="#fff7e6" d="M82 96h136v88H82z" />
    {box}
    <path stroke={green} strokeWidth="3" fill="none" d="M84 98v84h132V98" />
    <path fill="var(--color-ink)" d="M112 164h40v4h-40zm4 4h4v14h-4zm28 0h4v14h-4zM184 146h14v38h-14z" />
  </g>,
]

/** A section through a house and its ground at one stage of the work; `stage` counts from 0 to 3. Decoration only. */
export function BuildStageDrawing({ stage }: { stage: number }) {
  return (
    <svg aria-hidden viewBox="0 0 300 220" className="block w-full rounded-card bg-paper-deep">
      <path fill="var(--color-clay)" d="M0 150h300v70H0z" />
      <path fill="var(--color-gravel)" d="M0 122h300v36c-60 6-90-6-150 0S60 152 0 160z" />
      <path fill="var(--color-made)" d="M0 96h300v32c-70 6-110-5-160 0s-90 6-140-1z" />
      <path fill="var(--color-topsoil)" d="M0 92h300v9c-60 4-110-3-170 0s-80 3-130-1z" />
      <path fill="#fff" stroke="var(--color-ink)" strokeWidth="2" d="M70 36h160v56H70z" />
      <path fill="var(--color-ink)" d="M58 38 150 8l92 30v3H58z" />
      <path fill="var(--color-concrete-300)" d="M92 54h24v22H92zm46 0h24v38h-24zm46 0h24v22h-24z" />
      {stages[stage]}
      <path fill="var(--color-concrete-600)" d="M62 90h24v10H62zM214 90h24v10h-24z" />
    </svg>
  )
}
