import type { RebuildStatus } from '@contract/rebuild'
import { formatWeekdayTime } from './format-date'
import { adminMessages } from './messages'

const texts = adminMessages.waiting.build

export const rebuildStatusText = ({
  state,
  due,
  times,
  since,
  is_lost: isLost,
  is_readable: isReadable,
}: RebuildStatus): string => {
  const formatMoment = (iso: string | null) => (iso ? formatWeekdayTime(iso) : '')
  const text = texts[state]
  return [
    isLost && state !== 'lost' && texts.notLive,
    (isReadable || state !== 'current') &&
      (typeof text === 'string' ? text : text(formatMoment(state === 'lost' ? since : due), times)),
    !isReadable && texts.unreadable,
  ]
    .filter(Boolean)
    .join(' ')
}
