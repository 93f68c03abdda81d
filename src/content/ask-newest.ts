import publication from 'virtual:published-media'
import { publicationSchema } from '@contract/publication'
import * as v from 'valibot'
import type { SitePicture } from '@/domain/image'
import { LATEST_PROJECTS_COUNT } from '@/domain/media'
import { parsePortfolio, parseProject } from '@/domain/own-project'
import { mergePortfolio, type Project } from '@/domain/project'
import { askBackend } from '@/lib/ask-backend'
import { siteMediaUrl } from '@/lib/site-media'
import type { NewestSite } from './newest'
import { builtInCards } from './projects'

const lastImages = import.meta.glob<SitePicture>('./projects/*/last.json', { eager: true, import: 'default' })

const siteSchema = v.nullable(v.object({ publication: publicationSchema, portfolio: v.unknown() }))

/** What visitors see; undefined where that is what the build of this count has. Throws `AppError` without a usable answer. */
export const askSite = async (count: number | null): Promise<NewestSite | undefined> => {
  const answer = v.parse(siteSchema, await askBackend(`site${count === null ? '' : `?p_known=${count}`}`, undefined))
  if (!answer) return undefined
  const portfolio = parsePortfolio(answer.portfolio, siteMediaUrl)
  const cards = mergePortfolio(builtInCards, portfolio)
  return {
    // Slides start over with another object.
    publication: answer.publication?.id === publication?.id ? publication : answer.publication,
    cards,
    latest: cards.slice(0, LATEST_PROJECTS_COUNT).map(({ id, title, location, image }) => {
      return { id, title, location, image: lastImages[`./projects/${id}/last.json`] ?? image }
    }),
  }
}

/** An own project as visitors see it, or null. Throws `AppError`. */
export const askProject = async (id: string): Promise<Project | null> =>
  parseProject(id, await askBackend(`published_project?p_id=${id}`, undefined), siteMediaUrl)
