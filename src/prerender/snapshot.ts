import * as v from 'valibot'
import type { Plugin, ResolvedConfig } from 'vite'
import { type Publication, publicationSchema } from '../../supabase/functions/_shared/contract/publication.ts'
import { featuredTestimonials } from '../content/featured-testimonials.ts'
import type { SitePicture } from '../domain/image.ts'
import { filesOf, withCopies } from '../domain/own-copies.ts'
import { toCopy } from '../domain/own-picture.ts'
import { parsePortfolio, parseProject } from '../domain/own-project.ts'
import type { Portfolio, Project, ProjectCard } from '../domain/project.ts'
import { approvedReviewSchema, featuredReview, featuredSchema, reviewSummarySchema } from '../domain/review.ts'
import { readEnv } from '../lib/env.ts'
import { SITE_MEDIA_PATH } from '../lib/site-media.ts'
import { copyMedia } from './own-media.ts'
import { builtFiles, cardsInOrder, cardsModule, latestOf, projectsModule, readText } from './project-modules.ts'

type Settings = Readonly<Record<string, unknown>>

const RESPONSE_TIMEOUT_MS = 5_000
// Between five attempts, which take less than a minute.
const PAUSES_MS = [2_000, 4_000, 8_000, 16_000]

// No connection, or a server that fails or is busy: worth another attempt.
class NotAnswering extends Error {}
const lost = (cause: unknown): never => {
  throw new NotAnswering(cause instanceof Error ? cause.message : 'no connection')
}

const call = async <Schema extends v.GenericSchema>(settings: Settings, rpc: string, schema: Schema) => {
  const { VITE_SUPABASE_URL: url, VITE_SUPABASE_PUBLISHABLE_KEY: apikey } = readEnv(settings)
  const signal = AbortSignal.timeout(RESPONSE_TIMEOUT_MS)
  const response = await fetch(`${url}/rest/v1/rpc/${rpc}`, { headers: { apikey }, signal }).catch(lost)
  if (response.status === 429 || response.status >= 500) throw new NotAnswering(`it answered ${response.status}`)
  if (!response.ok) throw new Error(`it answered ${response.status}`)
  return v.parse(schema, JSON.parse(await response.text().catch(lost)))
}

const reviewsSchema = v.pipe(
  v.array(v.fallback(v.nullable(approvedReviewSchema), null)),
  v.transform((reviews) => reviews.filter((review) => review !== null)),
)

const readApprovedReviews = async (settings: Settings) => {
  const [reviews, summary] = await Promise.all([
    call(settings, 'approved_reviews', reviewsSchema),
    call(settings, 'approved_review_summary', reviewSummarySchema),
  ])
  return { reviews, summary }
}

const siteSchema = v.object({
  changed: v.number(),
  contents: v.number(),
  publication: publicationSchema,
  review: v.fallback(v.nullable(featuredSchema), null),
  portfolio: v.unknown(),
})
const AT_ONCE = 8

// Asked in one go, so that pictures, projects and numbers are of one moment.
const readSite = async (settings: Settings): Promise<SiteSnapshot> => {
  const toUrl = (file: string) => `${readEnv(settings).VITE_SUPABASE_URL}${SITE_MEDIA_PATH}${file}`
  const site = await call(settings, 'site', siteSchema)
  const portfolio = parsePortfolio(site.portfolio, toUrl)
  const found = new Map<string, Project | null>()
  const left = portfolio.own.values()
  const readProjects = async () => {
    for (const { id } of left)
      found.set(id, parseProject(id, await call(settings, `published_project?p_id=${id}`, v.unknown()), toUrl))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, readProjects))
  // A project that is unreadable, or was unpublished meanwhile, has no card either.
  const own = portfolio.own.filter(({ id }) => found.get(id))
  const projects = own.flatMap(({ id }) => found.get(id) ?? [])
  return { ...site, portfolio: { ...portfolio, own }, projects }
}

type SiteSnapshot = {
  changed: number | null
  contents: number | null
  publication: Publication
  review: v.InferOutput<typeof featuredSchema> | null
  portfolio: Portfolio
  projects: readonly Project[]
}

const SNAPSHOTS = { 'virtual:site': readSite, 'virtual:approved-reviews': readApprovedReviews }
type Name = keyof typeof SNAPSHOTS

const NO_SITE: SiteSnapshot = {
  changed: null,
  contents: null,
  publication: null,
  review: null,
  portfolio: { order: [], hidden: [], unreadable: [], own: [] },
  projects: [],
}

const MEDIA = 'virtual:published-media'
const COPIES = 'virtual:own-media'
const PROJECTS = 'virtual:projects'
const CARDS = 'virtual:project-cards'
const LATEST = 'virtual:latest-projects'
const REVIEW = 'virtual:featured-review'
const FILES = 'virtual:built-files'

const FIRST_CARDS = 6

// Names of the stored files in first views, and of all that the site serves copies of.
const mediaOfFirstViews = ({ publication, projects }: SiteSnapshot, cards: readonly ProjectCard[]) => {
  const uploads = (items: NonNullable<Publication>['items']) =>
    items.flatMap((item) => (item.kind === 'built-in' ? [] : item.files))
  const filesIn = (pictures: readonly (SitePicture | null | undefined)[]) =>
    pictures.flatMap((picture) => (picture && picture.base === undefined ? filesOf(picture) : []))
  const items = publication?.items ?? []
  const first = new Set([
    ...uploads(items.filter(({ place }) => place === 'hero').slice(0, 1)),
    ...uploads(items.filter(({ place }) => place === 'latest')),
    ...filesIn(cards.slice(0, FIRST_CARDS).map(({ image }) => image)),
  ])
  return { first, all: new Set([...first, ...filesIn(projects.flatMap((project) => [project.first, project.after]))]) }
}

const isName = (id: string): id is Name => id in SNAPSHOTS

/** What a visitor may read now; null without a backend. Throws without a usable answer: the host keeps its pages. */
export const readSnapshot = async (name: Name, settings: Settings, pauses: readonly number[] = PAUSES_MS) => {
  const { VITE_SUPABASE_URL: url } = readEnv(settings)
  if (!url || process.env.BUILD_WITHOUT_BACKEND === 'on') return null
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await SNAPSHOTS[name](settings)
    } catch (cause) {
      const pause = cause instanceof NotAnswering ? pauses[attempt] : undefined
      const reason = cause instanceof Error ? cause.message : String(cause)
      if (pause === undefined)
        throw new Error(
          `No usable answer from ${url} (${reason}), so nothing was built. Is the database there, with the newest migration? With BUILD_WITHOUT_BACKEND=on the site is built with its built-in content.`,
        )
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
}

/** The `virtual:` modules of `src/vite-env.d.ts`, empty but in a build with a backend, and the files beside them. */
export const snapshots = (): Plugin => {
  let config: ResolvedConfig | undefined
  const cache = new Map<Name, Promise<unknown>>()
  const snapshotOf = async (name: Name): Promise<unknown> => {
    if (config?.command !== 'build') return null
    const snapshot = cache.get(name) ?? readSnapshot(name, config.env)
    cache.set(name, snapshot)
    return snapshot
  }
  const readAll = async () => {
    const site = (await snapshotOf('virtual:site')) as SiteSnapshot | null
    if (!site || !config) return { site: NO_SITE, copies: new Map<string, Buffer>(), copied: [] }
    const { first, all } = mediaOfFirstViews(site, cardsInOrder(site.portfolio, readText))
    const { warn } = config.logger
    const storage = `${readEnv(config.env).VITE_SUPABASE_URL}${SITE_MEDIA_PATH}`
    const copies = await copyMedia(storage, all, first, (message) => warn(message))
    const copied = [...first].filter((name) => copies.has(name)).map((name) => name.slice(0, 8))
    return { site: withCopies(site, (name) => copies.has(name)), copies, copied }
  }
  let reading: ReturnType<typeof readAll> | undefined
  const readOnce = () => {
    reading ??= readAll()
    return reading
  }
  const isModule = (id: string) => isName(id) || [MEDIA, COPIES, PROJECTS, CARDS, FILES, LATEST, REVIEW].includes(id)
  return {
    name: 'snapshots',
    sharedDuringBuild: true,
    configResolved(resolved) {
      config = resolved
      if (process.env.BUILD_WITHOUT_BACKEND === 'on')
        resolved.logger.warn('BUILD_WITHOUT_BACKEND is on: the site is built with its built-in content.')
    },
    resolveId: (id) => (isModule(id) ? `\0${id}` : undefined),
    async load(module) {
      if (!module.startsWith('\0') || !isModule(module.slice(1))) return
      const name = module.slice(1)
      const { site, copied } = await readOnce()
      if (name === COPIES) return `export const copied = ${JSON.stringify(copied)}`
      if (name === 'virtual:site')
        return `export const changed = ${site.changed}\nexport const contents = ${site.contents}`
      if (name === REVIEW) {
        const approved = (await snapshotOf('virtual:approved-reviews')) as Awaited<
          ReturnType<typeof readApprovedReviews>
        > | null
        return [
          `export const summary = ${JSON.stringify(approved && approved.summary.count > 0 ? approved.summary : null)}`,
          `export default ${JSON.stringify(featuredReview(site.review, featuredTestimonials[0]))}`,
        ].join('\n')
      }
      if (name === MEDIA) return `export default ${JSON.stringify(site.publication)}`
      if (isName(name)) return `export default ${JSON.stringify(await snapshotOf(name))}`
      const readWatched = (file: string) => {
        this.addWatchFile(file)
        return readText(file)
      }
      const cards = cardsInOrder(site.portfolio, readWatched)
      if (name === LATEST) return `export default ${JSON.stringify(latestOf(cards, readWatched))}`
      const files = builtFiles(site, cards)
      if (name === PROJECTS) return projectsModule(cards, files)
      if (name === CARDS) return cardsModule(cards, files)
      // Pages are rendered where nothing serves these files.
      const all = this.environment.name === 'client' ? [] : [...files.ofParts, ...files.ofProjects.values()]
      return `export default {${all.map((file) => `${JSON.stringify(file.name)}: ${file.text}`)}}`
    },
    async generateBundle() {
      if (this.environment.name !== 'client') return
      const { site, copies } = await readOnce()
      const emit = (fileName: string, source: string | Buffer) => this.emitFile({ type: 'asset', fileName, source })
      emit('version.json', JSON.stringify({ changed: site.changed }))
      for (const [name, source] of copies) emit(toCopy(name).slice(1), source)
      const { ofParts, ofProjects } = builtFiles(site, cardsInOrder(site.portfolio, readText))
      for (const { name, text } of [...ofParts, ...ofProjects.values()]) emit(`assets/${name}.json`, text)
    },
  }
}
