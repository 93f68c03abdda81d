import { CircleAlert, CircleCheck } from 'lucide-react'
import { type ReactNode, type Ref, useEffect, useId, useRef } from 'react'
import { cn } from '@/lib/cn'

type AlertProps = {
  tone: 'error' | 'success'
  title: string
  advice?: string | undefined
  children: ReactNode
  ref?: Ref<HTMLDivElement>
}

/** Message on the page. Successes must be announced by a toast or `FocusedMessage`. */
export function Alert({ tone, title, advice, children, ref }: AlertProps) {
  const Icon = tone === 'error' ? CircleAlert : CircleCheck
  return (
    <div
      ref={ref}
      role={tone === 'error' ? 'alert' : undefined}
      className={cn(
        'wrap-anywhere flex gap-3 rounded-card border p-4',
        tone === 'error' ? 'border-danger bg-danger-soft text-danger' : 'border-green-dark bg-green/10 text-ink',
      )}
    >
      <Icon aria-hidden className="mt-0.5 size-5 shrink-0" />
      <div>
        <p>
          <strong className="font-semibold">{title}</strong> <span>{children}</span>{' '}
          {advice && <span className="block">{advice}</span>}
        </p>
      </div>
    </div>
  )
}

/** Message that is read because it takes the focus. Must not contain live regions. */
export function FocusedMessage({ className, children }: { className?: string; children: ReactNode }) {
  const id = useId()
  const message = useRef<HTMLDivElement>(null)
  useEffect(() => message.current?.focus(), [])
  return (
    // biome-ignore lint/a11y/useSemanticElements: it isn't a set of fields.
    <div ref={message} id={id} role="group" aria-labelledby={id} tabIndex={-1} className={className}>
      {children}
    </div>
  )
}
