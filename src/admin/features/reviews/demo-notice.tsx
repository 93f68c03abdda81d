import { FlaskConical } from 'lucide-react'
import { buttonClass } from '@/components/ui/button'

/** Says that what is on screen are samples and, where there is a way, leads out of the demo. */
export function DemoNotice({ onLeave }: { onLeave?: () => void }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-card border border-made/50 bg-gravel/25 px-4 py-3 text-sm text-topsoil">
      <p className="flex items-center gap-2">
        <FlaskConical aria-hidden className="size-5 shrink-0" />
        Demo: these are sample reviews. Nothing is saved, and nothing is sent.
      </p>
      {onLeave && (
        <button type="button" onClick={onLeave} className={buttonClass({ variant: 'outline', size: 'sm' })}>
          Leave the demo
        </button>
      )}
    </div>
  )
}
