import { useIsHydrated } from '@/components/lightbox/use-open-image'

/** A scale on wide screens that shows the depth below street level; CSS draws and moves it. */
export function DepthGauge() {
  // Few screens are that wide: neither it nor its styles are in the page's HTML.
  if (!useIsHydrated()) return null
  return (
    <div
      aria-hidden
      className="depth-gauge pointer-events-none fixed top-[22vh] left-6 z-20 h-[60vh] text-concrete-600"
    >
      <div className="absolute inset-y-0 left-0 w-3 border-l border-concrete-500 bg-[repeating-linear-gradient(to_bottom,var(--tw-gradient-from)_0_1px,transparent_1px_10vh)] from-concrete-400" />
      <div className="depth-gauge-marker relative -mt-2.5 flex items-center gap-2 font-display text-xs font-semibold tabular-figures before:h-0.5 before:w-5 before:bg-green-dark" />
    </div>
  )
}
