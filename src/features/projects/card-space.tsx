import { type CSSProperties, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { buttonClass } from '@/components/ui/button'
import { useNear } from '@/components/ui/use-near'
import type { ProjectCard } from '@/domain/project'
import { isAppError } from '@/lib/errors'
import { CONNECTION } from '@/messages/everywhere'
import { loadErrorText } from '@/messages/load-error'
import type { CardPart } from '@/published/cards'
import { heightOf } from './use-card-list'

type State = 'waiting' | 'loading' | 'failed' | 'outdated'

const labels: Readonly<Record<State, string>> = {
  waiting: 'Show more projects',
  loading: 'Loading...',
  failed: 'Try again',
  outdated: 'Reload the page',
}

type CardSpaceProps = { part: CardPart; onLoad: (cards: readonly ProjectCard[]) => void }

export function CardSpace({ part, onLoad }: CardSpaceProps) {
  const space = useRef<HTMLLIElement>(null)
  const [state, setState] = useState<State>('waiting')
  const [error, setError] = useState<unknown>()
  const load = useEffectEvent(async (read: CardPart['load']) => {
    setState('loading')
    try {
      onLoad(await read())
    } catch (cause) {
      setError(cause)
      setState(isAppError(cause, 'outdated') ? 'outdated' : 'failed')
    }
  })
  const isNear = useNear(space)
  useEffect(() => {
    if (isNear) void load(part.load)
  }, [isNear, part.load])
  // The focus moves on to the first card that replaces it.
  useLayoutEffect(() => {
    const { current } = space
    return () => {
      const before = current?.contains(document.activeElement) && current.previousElementSibling
      if (before) setTimeout(() => before.nextElementSibling?.querySelector<HTMLElement>('a, button')?.focus())
    }
  }, [])
  const press = () => {
    if (state === 'outdated') window.location.reload()
    else if (state !== 'loading') void load(part.load)
  }
  const isFailed = state === 'failed' || state === 'outdated'
  const style = { '--count': part.count, height: heightOf(part) } as CSSProperties
  return (
    <li ref={space} className="card-space noscript:hidden" style={style}>
      <div className="sticky top-28">
        {isFailed && (
          <p role="alert" className="mb-4">
            {loadErrorText(error, `These projects could not be loaded. ${CONNECTION}`)}
          </p>
        )}
        <button
          type="button"
          aria-disabled={state === 'loading'}
          onClick={press}
          className={buttonClass({ variant: 'outline', className: state === 'waiting' ? 'not-focus:sr-only' : '' })}
        >
          {labels[state]}
        </button>
      </div>
    </li>
  )
}
