import { type Build, type Rebuild, rebuiltSchema } from '@contract/rebuild'
import * as v from 'valibot'
import { adminSession } from './features/session/admin-session'
import { formatNear } from './format-date'
import { adminMessages } from './messages'
import { queryClient, waitingKey } from './query-client'
import { supabase, supabaseForLeaving } from './supabase'
import type { WaitingCounts } from './waiting'

const texts = adminMessages.waiting.build

/**
 * Has the pages built if that is due, and unused files deleted, also when this page goes; never throws: what is due stays due,
 * and the next visitor asks.
 */
export const askForBuild = async (body: Rebuild = {}): Promise<null> => {
  const token = adminSession.current()?.access_token
  const { data, error } = await (token ? supabaseForLeaving(token) : supabase).functions.invoke('rebuild', { body })
  const answer = v.safeParse(rebuiltSchema, data)
  if (!answer.success) console.info('No build was asked for', error)
  else
    queryClient.setQueryData<WaitingCounts>(waitingKey, (counts) => counts && { ...counts, build: answer.output.build })
  return null
}

/** What the owner should know of the built pages, in one or two sentences. */
export const buildText = ({ state, due, times, since, is_readable: isReadable }: Build): string => {
  const waits = due ? formatNear(due) : ''
  const texted = {
    ...{ current: isReadable ? texts.current : '', older: texts.older, ordered: texts.ordered, failed: texts.failed },
    ...{
      waiting: texts.waiting(waits),
      spent: texts.spent(waits),
      lost: texts.lost(times, since ? formatNear(since) : ''),
    },
  }
  return [texted[state], isReadable ? '' : texts.unreadable].filter(Boolean).join(' ')
}
