import { getValue, isEqual, listPhotos, photoField } from '@/admin/projects/draft'
import {
  applyChanges,
  baseVersion,
  type Change,
  type Changes,
  mergeResponse,
  reconcile,
  UNSAVED,
  type Versioned,
} from '@/admin/projects/sync/merge'
import { fakeImage } from './custom-projects'

export { createRandom } from './random'

type Response = Pick<Versioned, 'version'> & {
  fields: Record<string, Versioned['fields'][string] & { value?: unknown }>
  rejected: Record<string, string>
}
type Sent = Record<string, Omit<Change, 'files'>>

/** Server of one project. null means deleted or never saved. */
export type ProjectServer = {
  save: (seen: number, browser: string, changes: Sent) => Promise<Response | null>
  read: () => Promise<Versioned | null>
  remove: () => Promise<void>
  removePhotoPermanently: (files: readonly string[]) => Promise<void>
  storeFiles: (names: readonly string[]) => Promise<void>
}

export type History = {
  browsers: number
  tabsEach: number
  crashes: boolean
  clockJumps: boolean
  /** Whether people often re-enter an earlier value. */
  fewValues: boolean
  deletions: boolean
}

/** Counts of forbidden outcomes. */
export type Faults = Partial<Record<string, number>>

/** Change with the version its author saw, to detect blind overwrites. */
type Known = Change & { seen: number }
type Browser = { id: string; changes: Record<string, Known>; seq: number }
type Tab = { browser: Browser; row: Versioned; changes: Record<string, Known>; isGone: boolean }
type Message =
  | { kind: 'save'; tab: Tab; seen: number; browser: string; changes: Record<string, Known> }
  | { kind: 'response'; tab: Tab; sent: Changes; response: Response | null }

const STEPS = 60
const WITHOUT_QUESTION = /\/(name|place|removed)$/
const PHOTOS = ['a', 'b', 'c']

/**
 * Plays a random history of edits, crashes, clock jumps and network faults. At the end, every tab saves until nothing
 * is pending.
 */
export const playHistory = async (server: ProjectServer, history: History, random: () => number): Promise<Faults> => {
  const faults: Record<string, number> = {}
  const fault = (name: string) => {
    faults[name] = (faults[name] ?? 0) + 1
  }
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item
  const writes: { field: string; browser: string | null; at: number; value: unknown }[] = []
  const network: Message[] = []
  let clock = 1_000
  let typed = 0
  let isDeleted = false
  let lastTitle: unknown

  const openTab = async (browser: Browser): Promise<Tab> => {
    const row = (await server.read()) ?? UNSAVED
    return { browser, row, changes: { ...browser.changes }, isGone: isDeleted }
  }
  const tabs: Tab[] = []
  for (let index = 0; index < history.browsers; index += 1) {
    const browser: Browser = { id: `browser-${index}`, changes: {}, seq: 0 }
    for (let tab = 0; tab < history.tabsEach; tab += 1) tabs.push(await openTab(browser))
  }

  // Each tab sees the others' writes.
  const nextSeq = (browser: Browser) => {
    browser.seq = Math.max(clock, browser.seq + 1)
    return browser.seq
  }
  const setField = (tab: Tab, field: string, value: unknown, from?: { base: number; seen: number }) => {
    const { [field]: before } = tab.changes
    const { base, seen } = from ?? before ?? { base: baseVersion(tab.row, field), seen: tab.row.version }
    const change = { base, seen, seq: nextSeq(tab.browser), value }
    tab.changes = { ...tab.changes, [field]: change }
    tab.browser.changes = { ...tab.browser.changes, [field]: change }
  }
  const drop = (tab: Tab, field: string) => {
    const { [field]: change, ...others } = tab.changes
    tab.changes = others
    const { [field]: stored, ...rest } = tab.browser.changes
    if (stored && change && stored.seq <= change.seq) tab.browser.changes = rest
  }
  const isForeignSince = (tab: Tab, field: string, seen: number) =>
    writes.some((write) => write.field === field && write.browser !== tab.browser.id && write.at > seen)

  const settle = (tab: Tab) => {
    for (const [field, change] of Object.entries(tab.changes)) {
      const { draft, fields, version } = tab.row
      const outcome = reconcile(tab.row, field, tab.changes, tab.browser.id)
      const isLost = !isEqual(getValue(draft, field), change.value) && fields[field]?.by !== tab.browser.id
      const [, photo = ''] = field.split('/')
      const mayGo = WITHOUT_QUESTION.test(field) || draft.photographs[photo]?.removed
      if (outcome === 'done' && isLost && !mayGo) fault('dropped unseen')
      if (outcome === 'done') drop(tab, field)
      if (outcome === 'conflict' && !isForeignSince(tab, field, change.seen)) fault('asked without another’s change')
      if (outcome === 'conflict' && history.browsers === 1 && !history.deletions) fault('asked alone')
      if (outcome === 'conflict' || outcome === 'removed') {
        const keepsLocal = random() < 0.5
        if (outcome === 'removed' && keepsLocal) setField(tab, photoField(photo, 'removed'), false)
        if (keepsLocal) setField(tab, field, change.value, { base: baseVersion(tab.row, field), seen: version })
        else drop(tab, field)
      }
    }
  }
  const setGone = (tab: Tab) => {
    tab.isGone = true
    for (const field of Object.keys(tab.changes)) drop(tab, field)
  }
  const refresh = async (tab: Tab) => {
    const row = await server.read()
    if (!row && (tab.row.version > 0 || isDeleted)) return setGone(tab)
    if (row && row.version >= tab.row.version) tab.row = row
    settle(tab)
  }
  const deliver = async (message: Message): Promise<void> => {
    const { tab } = message
    if (message.kind === 'response') {
      if (!tabs.includes(tab)) return
      if (!message.response) return setGone(tab)
      tab.row = mergeResponse(tab.row, message.response, message.sent)
      const lost = Object.entries(message.response.rejected)
      for (const [field, code] of lost) {
        const picture = tab.changes[field]?.value as { files?: string[] } | undefined
        if (code === 'media_missing' && picture?.files) await server.storeFiles(picture.files)
        else if (code !== 'media_missing' && tab.changes[field]) fault(`rejected: ${code}`)
      }
      return settle(tab)
    }
    const response = await server.save(message.seen, message.browser, message.changes)
    if (response && isDeleted) fault('recreated after deletion')
    for (const [field, { at, by, seq }] of Object.entries(response?.fields ?? {})) {
      const change = message.changes[field]
      const isKnown = writes.some((write) => write.field === field && write.at === at)
      if (!change || isKnown || by !== message.browser || seq !== change.seq) continue
      const isUnseen = (write: (typeof writes)[number]) =>
        write.field === field && write.browser !== by && write.at > change.seen && !isEqual(write.value, change.value)
      if (!WITHOUT_QUESTION.test(field) && writes.some(isUnseen)) fault('overwritten unseen')
      writes.push({ field, browser: by, at, value: change.value })
    }
    if (random() < 0.6) network.push({ kind: 'response', tab, sent: message.changes, response })
  }
  const send = (tab: Tab) => {
    const due = Object.entries(tab.changes).filter(([field]) => field.endsWith('/name') || random() < 0.8)
    if (tab.isGone || due.length === 0) return
    const changes = Object.fromEntries(due)
    network.push({ kind: 'save', tab, seen: tab.row.version, browser: tab.browser.id, changes })
  }
  const edit = async (tab: Tab) => {
    const draft = applyChanges(tab.row.draft, tab.changes)
    const photos = listPhotos(draft)
    const photo = photos.length > 0 ? pick(photos) : undefined
    const what = random()
    typed += 1
    const text = history.fewValues ? pick(['a', 'b', 'c']) : `text ${typed}`
    if (what < 0.45 || (!photo && what > 0.65)) {
      const field = pick(['title', 'title', 'summary'])
      setField(tab, field, text)
      if (field === 'title') lastTitle = text
    } else if (what < 0.65) {
      const id = `${tab.browser.id.slice(-1)}${pick(PHOTOS)}`
      setField(tab, photoField(id, 'name'), `${id}.jpg`)
      setField(tab, photoField(id, 'place'), typed)
      setField(tab, photoField(id, 'alt'), text)
    } else if (!photo) {
      return
    } else if (what < 0.75) {
      setField(tab, photoField(photo.id, 'alt'), text)
    } else if (what < 0.83) {
      const file = `${pick(['a', 'b', 'c']).repeat(64)}.webp`
      setField(tab, photoField(photo.id, 'picture'), fakeImage(file))
    } else if (what < 0.88) {
      setField(tab, photoField(photo.id, 'place'), typed)
    } else if (what < 0.96 || !history.deletions) {
      for (const part of ['alt', 'place', 'picture'] as const) drop(tab, photoField(photo.id, part))
      setField(tab, photoField(photo.id, 'removed'), true)
      if (random() < 0.4) setField(tab, photoField(photo.id, 'removed'), false)
    } else if (photo.picture) {
      await server.removePhotoPermanently(photo.picture.files)
      const row = await server.read()
      for (const [field, stamp] of Object.entries(row?.fields ?? {}))
        if (stamp.by === null)
          writes.push({ field, browser: null, at: stamp.at, value: row && getValue(row.draft, field) })
    }
  }

  const takeMessage = () => network.splice(Math.floor(random() * network.length), 1)[0]
  for (let step = 0; step < STEPS; step += 1) {
    clock += history.clockJumps && random() < 0.03 ? -100_000 : 3
    const tab = pick(tabs)
    const what = random()
    if (what < 0.3) {
      if (!tab.isGone) await edit(tab)
    } else if (what < 0.55) send(tab)
    else if (what < 0.82) {
      const message = takeMessage()
      if (message && random() < 0.15) network.push(message)
      if (message && random() < 0.8) await deliver(message)
    } else if (what < 0.9) await refresh(tab)
    else if (what < 0.94) {
      for (const [field, change] of Object.entries(tab.browser.changes))
        if ((tab.changes[field]?.seq ?? 0) < change.seq) tab.changes = { ...tab.changes, [field]: change }
    } else if (what < 0.98) {
      if (history.crashes) tabs[tabs.indexOf(tab)] = await openTab(tab.browser)
    } else if (history.deletions && random() < 0.3) {
      await server.remove()
      isDeleted = true
    }
  }
  for (let round = 0; round < 60; round += 1) {
    for (let message = takeMessage(); message; message = takeMessage()) await deliver(message)
    for (const tab of tabs) {
      tab.changes = { ...tab.browser.changes, ...tab.changes }
      await refresh(tab)
      send(tab)
    }
    if (network.length === 0 && tabs.every(({ changes }) => Object.keys(changes).length === 0)) break
  }
  const row = await server.read()
  if (isDeleted && row) fault('recreated after deletion')
  for (const tab of tabs) await refresh(tab)
  if (tabs.some(({ changes }) => Object.keys(changes).length > 0)) fault('pending for ever')
  if (row && tabs.some((tab) => !isEqual(tab.row.draft, row.draft))) fault('tabs disagree')
  if (Object.values(row?.draft.photographs ?? {}).some(({ name }) => name === '')) fault('photo without a name')
  const isAlone = history.browsers === 1 && !history.crashes
  if (isAlone && row && lastTitle !== undefined && row.draft.title !== lastTitle) fault('last text lost')
  return faults
}

/** All combinations of options. */
export const HISTORIES: readonly History[] = Array.from({ length: 3 * 3 * 2 ** 4 }, (_, number) => {
  const [crashes = false, clockJumps = false, fewValues = false, deletions = false] = [1, 2, 4, 8].map(
    (bit) => (number & bit) > 0,
  )
  const people = number >> 4
  return { browsers: 1 + (people % 3), tabsEach: 1 + Math.floor(people / 3), crashes, clockJumps, fewValues, deletions }
})
