import { projectDraftSchema } from '@contract/project'
import type { Rebuild } from '@contract/rebuild'
import { useQueryClient } from '@tanstack/react-query'
import * as v from 'valibot'
import { useAction } from '@/admin/query-client'
import { askForBuild } from '@/admin/rebuild'
import { supabase } from '@/admin/supabase'
import { parseResponse } from '@/admin/supabase-errors'
import { isAppError } from '@/lib/errors'
import type { MediaFile } from '../publish/prepare'
import { assertSession, useUpload } from '../publish/upload'
import { isSame, slugOf, toContent } from './content'
import { type Draft, readFile } from './draft-store'
import { type Content, portfolioQuery, readProject } from './projects'

const replySchema = v.object({ id: v.string(), version: v.number() })
type Version = v.InferOutput<typeof replySchema>

/** How saving or publishing ended. */
export type Outcome = ({ did: 'save' } & Version) | ({ did: 'publish'; build: Rebuild } & Version) | { did: 'cancel' }

/** A draft to save under the project's key; `isSaved` when the server has it already. */
export type Saving = { key: string; draft: Draft; isSaved: boolean; publishes: boolean }

// What this browser has no copy of is on the server already.
const filesOf = async (key: string, draft: Draft): Promise<MediaFile[]> => {
  const files = new Map<string, MediaFile>()
  for (const { name: photograph, files: prepared } of draft.photographs)
    for (const [index, name] of (prepared?.files ?? []).entries()) {
      const blob = await readFile(key, name)
      if (blob) files.set(name, { name, label: `${photograph}, ${prepared?.widths[index]} pixels wide`, blob })
    }
  return [...files.values()]
}

const saveRow = async ({ base, title }: Draft, content: Content): Promise<Version> => {
  // Null for a new project, which the generated types leave out.
  const change = { p_id: base?.id ?? slugOf(title), p_version: (base?.version ?? null) as number, p_draft: content }
  return parseResponse(await supabase.rpc('save_project', change), replySchema)
}

/** Saves a draft to the server, its photographs first, and publishes it when asked; both can be repeated safely. */
export const useSave = (onSuccess: (outcome: Outcome, sent: Saving) => unknown) => {
  const queryClient = useQueryClient()
  const { store, ...upload } = useUpload(true)

  const publish = async ({ id, version }: Version, content: Content): Promise<Version> => {
    const change = { p_id: id, p_version: version, p_wanted_id: slugOf(content.title) }
    try {
      return parseResponse(await supabase.rpc('publish_project', change), replySchema)
    } catch (error) {
      if (!isAppError(error, 'conflict')) throw error
      // An earlier attempt whose response was lost may have published just this, at an address of its own.
      const projects = await Promise.all([id, change.p_wanted_id].map(readProject))
      const done = projects.find((one) => one?.version === version + 1 && isSame(one.published, content))
      if (done?.status !== 'published') throw error
      return done
    }
  }

  const action = useAction({
    mutationFn: async (sent: Saving): Promise<Outcome> => {
      const { key, draft, isSaved, publishes } = sent
      const content = v.parse(projectDraftSchema, toContent(draft))
      if (!(await store(isSaved ? [] : filesOf(key, draft)))) return { did: 'cancel' }
      await assertSession()
      const saved = isSaved && draft.base ? draft.base : await saveRow(draft, content)
      if (!publishes) return { did: 'save', ...saved }
      const published = await publish(saved, content).catch(async (error) => {
        // It is on the server, as a draft at least: published again, it must not become a second one.
        await queryClient.fetchQuery(portfolioQuery).catch(() => {})
        if (!isSaved) await onSuccess({ did: 'save', ...saved }, sent)
        throw error
      })
      return { did: 'publish', build: await askForBuild(), ...published }
    },
    refetches: portfolioQuery.queryKey,
    waits: true,
    onSuccess,
  })
  return { ...action, ...upload }
}
