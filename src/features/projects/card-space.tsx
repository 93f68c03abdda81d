import { type CSSProperties, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { buttonClass } from '@/components/ui/button'
import { useNearViewport } from '@/components/ui/use-near'
import { isAppError } from '@/lib/errors'
import { CONNECTION } from '@/messages/everywhere'
import { loadErrorText } from '@/messages/load-error'

type CardSpaceProps = {
  count: number
  isLoading: boolean
  error: unknown
  onLoad: () => void
}

/** Reserved space for cards that load near the view or on request. */
export function CardSpace({ count, isLoading, error, onLoad }: CardSpaceProps) {
  const space = useRef<HTMLLIElement>(null)
  const load = useEffectEvent(onLoad)
  const isNear = useNearViewport(space)
  useEffect(() => {
    if (isNear) load()
  }, [isNear])
  // biome-ignore lint/correctness/useExhaustiveDependencies: new cards move the focus to the first of them.
  useLayoutEffect(() => {
    const { current } = space
    const before = current?.previousElementSibling
    return () => {
      if (!current?.contains(document.activeElement)) return
      setTimeout(() => before?.nextElementSibling?.querySelector<HTMLElement>('a, button')?.focus())
    }
  }, [count])
  const label = isAppError(error, 'outdated') ? 'Reload the page' : error ? 'Try again' : 'Show more projects'
  return (
    <li ref={space} className="card-space noscript:hidden" style={{ '--count': count } as CSSProperties}>
      <div className="visible sticky top-28">
        {error !== undefined && (
          <p role="alert" className="mb-4">
            {loadErrorText(error, `These projects couldn’t be loaded. ${CONNECTION}`)}
          </p>
        )}
        <button
          type="button"
          aria-disabled={isLoading}
          onClick={onLoad}
          className={buttonClass({ variant: 'outline', className: error || isLoading ? '' : 'not-focus:sr-only' })}
        >
          {isLoading ? 'Loading...' : label}
        </button>
      </div>
    </li>
  )
}
