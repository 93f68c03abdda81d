import type { Dispatch, SetStateAction } from 'react'
import { builtInCards, known } from '@/content/projects'
import { stampOf } from '@/domain/portfolio-stamp'
import { mergePortfolio, type ProjectCard } from '@/domain/project'
import { askBackend } from '@/lib/ask-backend'
import { siteMediaUrl } from '@/lib/site-media'

type Cards = readonly ProjectCard[]

// At the page's top it is the top that is read.
const isRoomBehind = (list: Element) =>
  scrollY === 0 || (list.lastElementChild?.getBoundingClientRect().bottom ?? 0) >= innerHeight

/**
 * Asks once what visitors see now. What is newer comes after the cards of `list` that have been in view, which stay as they
 * are, and not while that would move what is read. Rejects without a usable response.
 */
export const follow = async (list: Element | null, signal: AbortSignal, setCards: Dispatch<SetStateAction<Cards>>) => {
  const rows = await askBackend('portfolio', signal)
  const stamp = stampOf(rows)
  if (rows === null || stamp === known.stamp) return
  const { parsePortfolio } = await import('@/domain/own-project')
  const cards = mergePortfolio(builtInCards, parsePortfolio(rows, siteMediaUrl))
  Object.assign(known, { stamp, cards })
  if (!list) return
  while (!isRoomBehind(list))
    await new Promise((resolve) => addEventListener('scroll', resolve, { once: true, passive: true, signal }))
  const seen = [...list.children].filter((item) => item.getBoundingClientRect().top < innerHeight).length
  setCards((shown) => {
    const kept = shown.slice(0, seen)
    return [...kept, ...cards.filter(({ id }) => !kept.some((card) => card.id === id))]
  })
}
