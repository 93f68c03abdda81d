import { CircleAlert, CircleCheck } from 'lucide-react'
import { type ReactNode, type Ref, type RefObject, useEffect, useRef } from 'react'
import { cn } from '@/lib/cn'

type AlertProps = { tone: 'error' | 'success'; title: string; children: ReactNode; ref?: Ref<HTMLDivElement> }

export function Alert({ tone, title, children, ref }: AlertProps) {
  const Icon = tone === 'error' ? CircleAlert : CircleCheck
  return (
    <div
      ref={ref}
      tabIndex={-1}
      role={tone === 'error' ? 'alert' : 'status'}
      className={cn(
        'flex gap-3 rounded-card border p-4',
        tone === 'error' ? 'border-danger bg-danger-soft text-danger' : 'border-green-dark bg-green/10 text-ink',
      )}
    >
      <Icon aria-hidden className="mt-0.5 size-5 shrink-0" />
      <div>
        <p>
          <strong className="font-semibold">{title}</strong> {children}
        </p>
      </div>
    </div>
  )
}

/** Returns a ref whose element takes the focus each time `cause` changes. */
export const useFocusWhenShown = <T extends HTMLElement>(cause: unknown): RefObject<T | null> => {
  const element = useRef<T>(null)
  const first = useRef(cause)
  useEffect(() => {
    if (cause !== first.current) element.current?.focus()
  }, [cause])
  return element
}
