export function Strata({ className = 'block h-14 w-full md:h-20' }: { className?: string }) {
  return (
    <svg
      aria-hidden
      viewBox="0 0 1200 80"
      preserveAspectRatio="none"
      className={className}
      xmlns="http://www.w3.org/2000/svg"
    >
      <path className="fill-clay" d="M0 44h1200v36H0z" />
      <path className="fill-gravel" d="M0 26h1200v26c-150 10-280-8-430 0s-260 12-420 2S110 46 0 54z" />
      <path className="fill-made" d="M0 10h1200v20c-120 8-210-6-360 0s-300-10-440 0S140 22 0 32z" />
      <path className="fill-topsoil" d="M0 0h1200v13c-180 6-260-6-420 0S460 8 300 14 120 8 0 14z" />
    </svg>
  )
}
