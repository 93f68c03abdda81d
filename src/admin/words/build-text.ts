import type { Build } from '@contract/rebuild'
import { formatNear } from './format-date'
import { adminMessages } from './messages'

const texts = adminMessages.waiting.build

/** The state of the built pages, in one to three sentences. */
export const buildText = ({ state, due, times, since, is_lost: isLost, is_readable: isReadable }: Build): string => {
  const when = (iso: string | null) => (iso ? formatNear(iso) : '')
  const text = texts[state]
  return [
    isLost && state !== 'lost' && texts.notLive,
    (isReadable || state !== 'current') &&
      (typeof text === 'string' ? text : text(when(state === 'lost' ? since : due), times)),
    !isReadable && texts.unreadable,
  ]
    .filter(Boolean)
    .join(' ')
}
