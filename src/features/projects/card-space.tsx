import { type CSSProperties, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { buttonClass } from '@/components/ui/button'
import { useNear } from '@/components/ui/use-near'
import type { CardPart } from '@/content/projects'
import type { ProjectCard } from '@/domain/project'
import { CONNECTION } from '@/messages/everywhere'
import { heightOf } from './use-card-list'

type CardSpaceProps = { part: CardPart; onLoad: (cards: readonly ProjectCard[]) => void }

/** Space in a grid for cards, which are loaded when it comes near. */
export function CardSpace({ part, onLoad }: CardSpaceProps) {
  const space = useRef<HTMLLIElement>(null)
  const [isFailed, setFailed] = useState(false)
  const load = useEffectEvent(() => {
    part.load().then(onLoad, () => setFailed(true))
  })
  const isNear = useNear(space)
  useEffect(() => {
    if (isNear) load()
  }, [isNear])
  // The focus goes on to the first of the cards that come.
  useLayoutEffect(() => {
    const { current } = space
    return () => {
      const before = current?.contains(document.activeElement) && current.previousElementSibling
      if (before) setTimeout(() => before.nextElementSibling?.querySelector('a')?.focus())
    }
  }, [])
  const style = { '--count': part.count, height: heightOf(part) } as CSSProperties
  return (
    <li ref={space} className="card-space noscript:hidden" style={style}>
      {isFailed && (
        <p role="alert" className="mb-4">
          These projects could not be loaded. {CONNECTION}
        </p>
      )}
      <button
        type="button"
        onClick={() => load()}
        className={buttonClass({ variant: 'outline', className: isFailed ? '' : 'not-focus:sr-only' })}
      >
        {isFailed ? 'Try again' : 'Show more projects'}
      </button>
    </li>
  )
}
