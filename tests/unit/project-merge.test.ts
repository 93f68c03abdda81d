import { expect, it } from 'vitest'
import { getValue, withValue } from '@/admin/projects/draft'
import { UNSAVED, type Versioned } from '@/admin/projects/sync/merge'
import { createRandom, HISTORIES, type ProjectServer, playHistory } from '../support/project-histories'

/** The rule of `save_project`, in memory; that the database has the same is tested in tests/database/project-histories.test.ts. */
const createServer = (): ProjectServer => {
  let row: Versioned | null = null
  let isDeleted = false
  const files = new Set<string>()
  return {
    read: async () => row,
    remove: async () => {
      row = null
      isDeleted = true
    },
    storeFiles: async (names) => {
      for (const name of names) files.add(name)
    },
    removePhotoPermanently: async (names) => {
      for (const name of names) files.delete(name)
      for (const [id, { picture }] of Object.entries(row?.draft.photographs ?? {})) {
        if (!row || !picture?.files.some((name) => names.includes(name))) continue
        const version = row.version + 1
        const stamp = { at: version, by: null, seq: 0, foreign: 0 }
        const fields = { [`photographs/${id}/picture`]: stamp, [`photographs/${id}/removed`]: stamp }
        const draft = withValue(
          withValue(row.draft, `photographs/${id}/picture`, null),
          `photographs/${id}/removed`,
          true,
        )
        row = { draft, version, fields: { ...row.fields, ...fields } }
      }
    },
    save: async (seen, browser, changes) => {
      const isNew = !row && !isDeleted && seen === 0 && Object.values(changes).every(({ base }) => base === 0)
      if (!row && !isNew) return null
      const before = row ?? UNSAVED
      let { draft, fields } = before
      const version = before.version + 1
      const rejected: Record<string, string> = {}
      const accepted = new Set<string>()
      const rank = (field: string) => (field.endsWith('/name') ? 0 : field.endsWith('/removed') ? 1 : 2)
      for (const [field, change] of Object.entries(changes).sort(([a], [b]) => rank(a) - rank(b))) {
        const [, photo = '', part = ''] = field.split('/')
        const { at = 0, by = null, seq = 0, foreign = 0 } = before.fields[field] ?? {}
        const isOwn = by === browser
        const { files: names = [] } = (part === 'picture' && change.value ? change.value : {}) as { files?: string[] }
        if (photo && part !== 'name' && !draft.photographs[photo]) rejected[field] = 'project_field'
        else if (isOwn ? change.seq <= seq || change.base < foreign : change.base < at) continue
        else if (photo && part !== 'removed' && draft.photographs[photo]?.removed) continue
        else if (names.some((name) => !files.has(name))) rejected[field] = 'media_missing'
        else {
          draft = withValue(draft, field, change.value)
          fields = { ...fields, [field]: { at: version, by: browser, seq: change.seq, foreign: isOwn ? foreign : at } }
          accepted.add(field)
        }
      }
      row = accepted.size > 0 || row ? { draft, fields, version: accepted.size > 0 ? version : before.version } : null
      const { version: now } = row ?? before
      const listed = new Set([
        ...Object.keys(changes),
        ...Object.keys(fields).filter((field) => (fields[field]?.at ?? 0) > seen),
      ])
      const answer = [...listed].flatMap((field) =>
        field in rejected
          ? []
          : [
              [
                field,
                {
                  ...(fields[field] ?? { at: 0, by: null, seq: 0, foreign: 0 }),
                  ...(!accepted.has(field) && { value: getValue(draft, field) }),
                },
              ],
            ],
      )
      return { version: now, fields: Object.fromEntries(answer), rejected }
    },
  }
}

const COUNT = Number(process.env.N ?? 2_500)

it(`loses, overwrites and asks about nothing wrongly in ${COUNT} random histories`, async () => {
  const random = createRandom(Number(process.env.SEED ?? 1))
  const failed: string[] = []
  for (let number = 0; number < COUNT; number += 1) {
    const history = HISTORIES[number % HISTORIES.length] as (typeof HISTORIES)[number]
    const faults = await playHistory(createServer(), history, random)
    if (Object.keys(faults).length > 0) failed.push(`${JSON.stringify(history)} ${JSON.stringify(faults)}`)
  }
  expect(failed).toEqual([])
}, 60_000)
