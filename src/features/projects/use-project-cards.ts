import { type RefObject, useEffect, useState } from 'react'
import { known } from '@/content/projects'
import { idleAfterLoad } from '@/lib/when-to-start'

/** All projects, shown in `list`: as of the build, then what is newer. */
export const useProjectCards = (list: RefObject<Element | null>) => {
  const [cards, setCards] = useState(known.cards)
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    const update = async () => {
      await idleAfterLoad()
      if (!signal.aborted) await (await import('./newest-portfolio')).follow(list.current, signal, setCards)
    }
    update().catch(() => {})
    return () => controller.abort()
  }, [list])
  return cards
}
