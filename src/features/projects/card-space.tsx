import { type CSSProperties, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { buttonClass } from '@/components/ui/button'
import { useNearViewport } from '@/components/ui/use-near'
import { isAppError } from '@/lib/errors'
import { CONNECTION } from '@/messages/everywhere'
import { loadErrorText } from '@/messages/load-error'

type CardSpaceProps = {
  /** How many cards it's kept for. */
  count: number
  isLoading: boolean
  error: unknown
  onLoad: () => void
}

/** Space for the cards of a list that aren't shown yet. They load when it is near, or when its button is pressed. */
export function CardSpace({ count, isLoading, error, onLoad }: CardSpaceProps) {
  const space = useRef<HTMLLIElement>(null)
  const load = useEffectEvent(onLoad)
  const isNear = useNearViewport(space)
  useEffect(() => {
    if (isNear) load()
  }, [isNear])
  // The focus moves on to the first card that comes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when cards have come.
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
