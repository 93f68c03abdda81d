import { type Build, type Rebuild, rebuiltSchema } from '@contract/rebuild'
import * as v from 'valibot'
import { adminSession } from '@/admin/session/admin-session'
import { formatNear } from '@/admin/words/format-date'
import { adminMessages } from '@/admin/words/messages'
import { callFunction } from './ask'
import { supabaseForLeaving } from './client'
import { queryClient } from './query-client'

const texts = adminMessages.waiting.build

/** The query key of what is known of the next build. */
export const buildKey = ['build'] as const

/** Has the pages built if that is due, and unused files deleted; returns what is known of it. Throws `AppError`. */
export const rebuild = async (body: Rebuild = {}): Promise<Build> =>
  v.parse(rebuiltSchema, await callFunction('rebuild', body)).build

/** `rebuild` after a change, also when this page goes: what is not asked now, the next dashboard or visitor asks. */
export const askForBuild = async (): Promise<void> => {
  const token = adminSession.current()?.access_token
  if (!token) return
  const { data } = await supabaseForLeaving(token).functions.invoke<unknown>('rebuild', { body: {} })
  const answer = v.safeParse(rebuiltSchema, data)
  if (answer.success) queryClient.setQueryData(buildKey, answer.output.build)
}

/** What the owner should know of the built pages, in one to three sentences. */
export const buildText = ({ state, due, times, since, is_lost: isLost, is_readable: isReadable }: Build): string => {
  const [waits, start] = [due, since].map((iso) => (iso ? formatNear(iso) : '')) as [string, string]
  const text = texts[state]
  return [
    isLost && state !== 'lost' && texts.notLive,
    (isReadable || state !== 'current') &&
      (typeof text === 'string' ? text : text(state === 'lost' ? start : waits, times)),
    !isReadable && texts.unreadable,
  ]
    .filter(Boolean)
    .join(' ')
}
