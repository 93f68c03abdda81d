import type { ReactNode } from 'react'

// What each stage adds below the footings, bottom of the drawing at y = 220.
const stages: readonly ReactNode[] = [
  <g key="trial-pit">
    <path className="fill-paper-deep" d="M38 92h28v36H38z" />
    <path className="fill-none stroke-green" strokeWidth="3" d="M38 92v36h28" />
  </g>,
  <path key="pins" className="fill-green" d="M66 100h16v34H66zM218 100h16v34h-16z" />,
  <g key="dig">
    <path className="fill-paper-deep" d="M82 92h136v92H82z" />
    <path className="fill-concrete-300" d="M66 100h16v84H66zM218 100h16v84h-16z" />
    <path className="stroke-green" strokeWidth="6" d="M82 118h136M82 152h136" />
  </g>,
  <g key="room">
    <path fill="#fff7e6" d="M82 96h136v88H82z" />
    <path className="fill-concrete-300" d="M66 100h16v84h136v-84h16v100H66z" />
    <path className="fill-none stroke-green" strokeWidth="3" d="M84 98v84h132V98" />
    <path className="fill-ink" d="M112 164h40v4h-40zm4 4h4v14h-4zm28 0h4v14h-4zM184 146h14v38h-14z" />
  </g>,
]

/** `stage` counts from 0 to 3. Decoration only. */
export function BuildStageDrawing({ stage }: { stage: number }) {
  return (
    <svg aria-hidden viewBox="0 0 300 220" className="block w-full rounded-card bg-paper-deep">
      <path className="fill-clay" d="M0 150h300v70H0z" />
      <path className="fill-gravel" d="M0 122h300v36c-60 6-90-6-150 0S60 152 0 160z" />
      <path className="fill-made" d="M0 96h300v32c-70 6-110-5-160 0s-90 6-140-1z" />
      <path className="fill-topsoil" d="M0 92h300v9c-60 4-110-3-170 0s-80 3-130-1z" />
      <path className="fill-white stroke-ink" strokeWidth="2" d="M70 36h160v56H70z" />
      <path className="fill-ink" d="M58 38 150 8l92 30v3H58z" />
      <path className="fill-concrete-300" d="M92 54h24v22H92zm46 0h24v38h-24zm46 0h24v22h-24z" />
      {stages[stage]}
      <path className="fill-concrete-600" d="M62 90h24v10H62zM214 90h24v10h-24z" />
    </svg>
  )
}
