import * as v from 'valibot'
import type { Plugin, ResolvedConfig } from 'vite'
import { type Publication, publicationSchema } from '../../supabase/functions/_shared/contract/publication.ts'
import { featuredTestimonials } from '../content/featured-testimonials.ts'
import { parsePortfolio, parseProject } from '../domain/custom-project.ts'
import type { ResponsiveImage } from '../domain/image.ts'
import { listImageFiles, preferMirrors } from '../domain/mirrored-images.ts'
import type { Project, ProjectCard } from '../domain/project.ts'
import { approvedReviewSchema, featuredSchema, reviewSummarySchema, selectFeaturedReview } from '../domain/review.ts'
import { toMirrorPath } from '../domain/uploaded-image.ts'
import { readEnv } from '../lib/env.ts'
import { SITE_MEDIA_PATH } from '../lib/site-media.ts'
import { mirrorMedia } from './mirrored-media.ts'
import {
  cardsInOrder,
  cardsModule,
  createBuiltFiles,
  listFiles,
  projectsModule,
  readText,
  selectLatestProjects,
} from './project-modules.ts'

type Settings = Readonly<Record<string, unknown>>

const RESPONSE_TIMEOUT_MS = 5_000
// Five attempts take less than a minute.
const PAUSES_MS = [2_000, 4_000, 8_000, 16_000]

// Retried: no connection, or a failing or busy server.
class BackendUnavailableError extends Error {}
const throwUnavailable = (cause: unknown): never => {
  throw new BackendUnavailableError(cause instanceof Error ? cause.message : 'no connection')
}

const call = async <Schema extends v.GenericSchema>(settings: Settings, rpc: string, schema: Schema) => {
  const { VITE_SUPABASE_URL: url, VITE_SUPABASE_PUBLISHABLE_KEY: apikey } = readEnv(settings)
  const signal = AbortSignal.timeout(RESPONSE_TIMEOUT_MS)
  const response = await fetch(`${url}/rest/v1/rpc/${rpc}`, { headers: { apikey }, signal }).catch(throwUnavailable)
  if (response.status === 429 || response.status >= 500)
    throw new BackendUnavailableError(`it answered ${response.status}`)
  if (!response.ok) throw new Error(`it answered ${response.status}`)
  return v.parse(schema, JSON.parse(await response.text().catch(throwUnavailable)))
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

// Projects are read last, so changes in between are due for the next build.
const readSite = async (settings: Settings) => {
  const toUrl = (file: string) => `${readEnv(settings).VITE_SUPABASE_URL}${SITE_MEDIA_PATH}${file}`
  const site = await call(settings, 'site', siteSchema)
  const portfolio = parsePortfolio(site.portfolio, toUrl)
  const found = new Map<string, Project | null>()
  const left = portfolio.custom.values()
  const readProjects = async () => {
    for (const { id } of left)
      found.set(id, parseProject(id, await call(settings, `published_project?p_id=${id}`, v.unknown()), toUrl))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, readProjects))
  // Unreadable and newly unpublished projects have no card.
  const custom = portfolio.custom.filter(({ id }) => found.get(id))
  const projects = custom.flatMap(({ id }) => found.get(id) ?? [])
  return { ...site, portfolio: { ...portfolio, custom }, projects }
}

const SNAPSHOTS = { 'virtual:site': readSite, 'virtual:approved-reviews': readApprovedReviews }
type Snapshots = { [Name in keyof typeof SNAPSHOTS]: Awaited<ReturnType<(typeof SNAPSHOTS)[Name]>> }

const NO_SITE = {
  changed: null,
  contents: null,
  publication: null,
  review: null,
  portfolio: { order: [], hidden: [], unreadable: [], custom: [] },
  projects: [],
}

const FIRST_CARDS = 6

const getInitialViewMedia = ({ publication, projects }: Snapshots['virtual:site'], cards: readonly ProjectCard[]) => {
  const uploads = (items: NonNullable<Publication>['items']) =>
    items.flatMap((item) => (item.kind === 'built-in' ? [] : item.files))
  const listNames = (pictures: readonly (ResponsiveImage | null | undefined)[]) =>
    pictures.flatMap((picture) => (picture && picture.base === undefined ? listImageFiles(picture) : []))
  const items = publication?.items ?? []
  const first = new Set([
    ...uploads(items.filter(({ place }) => place === 'hero').slice(0, 1)),
    ...uploads(items.filter(({ place }) => place === 'latest')),
    ...listNames(cards.slice(0, FIRST_CARDS).map(({ image }) => image)),
  ])
  return {
    first,
    all: new Set([...first, ...listNames(projects.flatMap((project) => [project.first, project.after]))]),
  }
}

/** Reads public content; null without a backend. Throws without a usable response, to keep the host's pages. */
export const readSnapshot = async <Name extends keyof Snapshots>(
  name: Name,
  settings: Settings,
  pauses: readonly number[] = PAUSES_MS,
): Promise<Snapshots[Name] | null> => {
  const { VITE_SUPABASE_URL: url } = readEnv(settings)
  if (!url || process.env.BUILD_WITHOUT_BACKEND === 'on') return null
  for (let attempt = 0; ; attempt += 1) {
    try {
      return (await SNAPSHOTS[name](settings)) as Snapshots[Name]
    } catch (cause) {
      const pause = cause instanceof BackendUnavailableError ? pauses[attempt] : undefined
      const reason = cause instanceof Error ? cause.message : String(cause)
      if (pause === undefined)
        throw new Error(
          `No usable answer from ${url} (${reason}), so nothing was built. Is the database there, with the newest migration? With BUILD_WITHOUT_BACKEND=on the site is built with its built-in content.`,
        )
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
}

const asDefault = (value: unknown) => `export default ${JSON.stringify(value)}`

type Built = Awaited<ReturnType<typeof readAll>> & { readFile: typeof readText; isInBrowser: boolean }

const readAll = async ({ command, env, logger }: ResolvedConfig) => {
  const read = <Name extends keyof Snapshots>(name: Name) => (command === 'build' ? readSnapshot(name, env) : null)
  const site = await read('virtual:site')
  // Reads reviews after the change number, so that removing one in between triggers another build.
  const approved = await read('virtual:approved-reviews')
  if (!site) return { site: NO_SITE, approved, copies: new Map<string, Buffer>(), copied: [] }
  const { first, all } = getInitialViewMedia(site, cardsInOrder(site.portfolio, readText))
  const storage = `${readEnv(env).VITE_SUPABASE_URL}${SITE_MEDIA_PATH}`
  const copies = await mirrorMedia(storage, all, first, (message) => logger.warn(message))
  const copied = [...first].filter((name) => copies.has(name)).map((name) => name.slice(0, 8))
  return { site: preferMirrors(site, (name) => copies.has(name)), approved, copies, copied }
}

const getCards = ({ site, readFile }: Built) => cardsInOrder(site.portfolio, readFile)
const getPageFiles = (built: Built) => createBuiltFiles(built.site, getCards(built))

const MODULES: Readonly<Record<string, (built: Built) => string>> = {
  'virtual:site': ({ site }) => `export const changed = ${site.changed}\nexport const contents = ${site.contents}`,
  'virtual:approved-reviews': ({ approved }) => asDefault(approved),
  'virtual:featured-review': ({ site, approved }) =>
    `export const summary = ${JSON.stringify(approved && approved.summary.count > 0 ? approved.summary : null)}
${asDefault(selectFeaturedReview(site.review, featuredTestimonials[0]))}`,
  'virtual:published-media': ({ site }) => asDefault(site.publication),
  'virtual:mirrored-media': ({ copied }) => `export const copied = ${JSON.stringify(copied)}`,
  'virtual:projects': (built) => projectsModule(getCards(built), getPageFiles(built)),
  'virtual:project-cards': (built) => cardsModule(getCards(built), getPageFiles(built)),
  'virtual:latest-projects': (built) => asDefault(selectLatestProjects(getCards(built), built.readFile)),
  // Prerendering can't fetch these files.
  'virtual:built-files': (built) => {
    const all = built.isInBrowser ? [] : listFiles(getPageFiles(built))
    return `export default {${all.map((file) => `${JSON.stringify(file.name)}: ${file.text}`)}}`
  },
}

/** Provides the `virtual:` modules of `src/vite-env.d.ts` and emits their files. */
export const snapshots = (): Plugin => {
  let config: ResolvedConfig
  let reading: ReturnType<typeof readAll> | undefined
  const readOnce = () => {
    reading ??= readAll(config)
    return reading
  }
  return {
    name: 'snapshots',
    sharedDuringBuild: true,
    configResolved(resolved) {
      config = resolved
      if (process.env.BUILD_WITHOUT_BACKEND === 'on')
        resolved.logger.warn('BUILD_WITHOUT_BACKEND is on: the site is built with its built-in content.')
    },
    resolveId: (id) => (Object.hasOwn(MODULES, id) ? `\0${id}` : undefined),
    async load(module) {
      const createModule = module.startsWith('\0') && MODULES[module.slice(1)]
      if (!createModule) return
      const readFile = (file: string) => {
        this.addWatchFile(file)
        return readText(file)
      }
      return createModule({ ...(await readOnce()), readFile, isInBrowser: this.environment.name === 'client' })
    },
    async generateBundle() {
      if (this.environment.name !== 'client') return
      const { site, copies } = await readOnce()
      const emit = (fileName: string, source: string | Buffer) => this.emitFile({ type: 'asset', fileName, source })
      emit('version.json', JSON.stringify({ changed: site.changed }))
      for (const [name, source] of copies) emit(toMirrorPath(name).slice(1), source)
      const files = listFiles(createBuiltFiles(site, cardsInOrder(site.portfolio, readText)))
      for (const { name, text } of files) emit(`assets/${name}.json`, text)
    },
  }
}
