import { CircleAlert, CircleCheck } from 'lucide-react'
import { type ReactNode, type Ref, useEffect, useId, useRef } from 'react'
import { cn } from '@/lib/cn'

type AlertProps = {
  tone: 'error' | 'success'
  title: string
  /** On a line of its own. */
  advice?: string | undefined
  children: ReactNode
  ref?: Ref<HTMLDivElement>
}

/** A message on the page. An error says itself; a success is said by a toast, or by the focus (`FocusedMessage`). */
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

/** A message that takes the focus when it shows, which reads it: nothing in it may say itself as well. */
export function FocusedMessage({ className, children }: { className?: string; children: ReactNode }) {
  const id = useId()
  const message = useRef<HTMLDivElement>(null)
  useEffect(() => message.current?.focus(), [])
  return (
    // biome-ignore lint/a11y/useSemanticElements: no set of fields.
    <div ref={message} id={id} role="group" aria-labelledby={id} tabIndex={-1} className={className}>
      {children}
    </div>
  )
}
