// JavaScript, because `npm run backup` runs on Node 20.

/**
 * @typedef {{ name: string, rows: number, sha256: string }} TableState
 * @typedef {{ migration: string, tables: TableState[] }} BackupState
 * @typedef {{
 *   begin: (table: string) => unknown,
 *   write: (table: string, lines: readonly string[]) => unknown,
 *   readFiles: () => unknown,
 * }} Target
 * @typedef {(name: 'backup_page' | 'backup_state', args: { p_table?: string, p_after?: unknown }) => Promise<any>} Ask
 */

/** Maximum passes over the tables. */
export const ATTEMPTS = 6

export const FILES_TABLE = 'private.stored_files'

/** Version of a backup's folder layout. */
export const BACKUP_FORMAT = 1

/** @returns {Promise<string>} in hexadecimal digits */
export const sha256 = async (/** @type {string | BufferSource} */ data) => {
  const bytes = typeof data === 'string' ? new TextEncoder().encode(data) : data
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Whether `name` is the SHA-256 of `bytes` plus an extension, or after an enquiry's set, so it can't be another path. */
export const matchesHash = async (/** @type {string} */ name, /** @type {Uint8Array<ArrayBuffer>} */ bytes) => {
  const hash = await sha256(bytes)
  return new RegExp(`^(?:${hash}\\.\\w+|[0-9a-f-]{36}/${hash})$`).test(name)
}

/** Creates the manifest, which is written last. */
export const createManifest = (
  /** @type {string} */ project,
  /** @type {BackupState} */ { migration, tables },
  /** @type {Iterable<string>} */ missing,
) => ({
  format: BACKUP_FORMAT,
  project,
  made_at: new Date().toISOString(),
  migration,
  tables: tables.map((table) => ({ ...table, file: `tables/${table.name}-${table.sha256.slice(0, 16)}.jsonl` })),
  missing: [...missing].sort(),
})

/**
 * Describes missing files by alt text and project, by enquiry, or by name.
 * @type {(missing: readonly string[], rowsOf: (table: string) => Promise<any[]>) => Promise<string[]>}
 */
export const describeMissingFiles = async (missing, rowsOf) => {
  if (missing.length === 0) return []
  const quoteOr = (/** @type {string} */ words, /** @type {string} */ otherwise) => (words ? `“${words}”` : otherwise)
  const listProjectFiles = (/** @type {any} */ draft) =>
    Object.values(draft?.photographs ?? {}).map(({ alt, name, picture }) => ({
      files: picture?.files ?? [],
      name: `${quoteOr(alt || name, 'a photo without a description')} in ${quoteOr(draft.title, 'an untitled project')}`,
    }))
  const projects = await rowsOf('public.projects')
  const known = [
    ...projects.flatMap(({ draft, published_draft }) => [
      ...listProjectFiles(draft),
      ...listProjectFiles(published_draft),
    ]),
    ...(await rowsOf('public.publication_items')).map(({ files, video, alt }) => ({
      files: [...(files ?? []), video],
      name: `${quoteOr(alt, 'a picture without a description')} on the homepage`,
    })),
    // Older backups' enquiries have no photos.
    ...(await rowsOf('public.enquiries')).flatMap(({ name, photos = [] }) =>
      photos.map((/** @type {any} */ photo) => ({ files: [photo.name], name: `a photo in ${name}’s enquiry` })),
    ),
  ]
  const lost = missing.map((file) => known.find(({ files }) => files.includes(file)) ?? { name: file })
  return [...new Set(lost)].map(({ name }) => name)
}

/** Counts and checksums lines like `backup_state`. Sorts the SHA-256s, because databases sort rows differently. */
export const createChecksum = () => {
  /** @type {string[]} */
  const digests = []
  return {
    add: async (/** @type {readonly string[]} */ lines) => {
      digests.push(...(await Promise.all(lines.map(sha256))))
    },
    total: async () => ({ rows: digests.length, sha256: await sha256(digests.sort().join('')) }),
  }
}

/** @returns {AsyncGenerator<string[]>} a table's lines, in batches of about 1 MB */
export async function* readPages(/** @type {Ask} */ ask, /** @type {string} */ table) {
  let after = null
  do {
    const page = await ask('backup_page', { p_table: table, ...(after && { p_after: after }) })
    if (page.rows.length > 0) yield page.rows
    after = page.after
  } while (after)
}

/**
 * Reads tables into `target` until they are consistent, and returns that state. Throws errors of `ask`, or `RangeError` if the
 * tables keep changing.
 */
export const readConsistentTables = async (/** @type {Ask} */ ask, /** @type {Target} */ target) => {
  /** @type {BackupState} */
  let state = await ask('backup_state', {})
  let due = state.tables
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    /** @type {Map<string, { rows: number, sha256: string }>} */
    const read = new Map()
    for (const { name } of due) {
      const sum = createChecksum()
      await target.begin(name)
      for await (const lines of readPages(ask, name)) {
        await sum.add(lines)
        await target.write(name, lines)
      }
      read.set(name, await sum.total())
    }
    if (read.has(FILES_TABLE)) await target.readFiles()
    const before = new Map(state.tables.map((table) => [table.name, table]))
    state = await ask('backup_state', {})
    due = state.tables.filter(({ name, sha256: sum }) => (read.get(name) ?? before.get(name))?.sha256 !== sum)
    if (due.length === 0) return state
  }
  throw new RangeError(due.map(({ name }) => name).join(', '))
}
