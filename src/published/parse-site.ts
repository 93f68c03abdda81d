import publication from 'virtual:published-media'
import { type Publication, publicationSchema } from '@contract/publication'
import * as v from 'valibot'
import { withPin } from '@/content/districts'
import { featuredTestimonials } from '@/content/featured-testimonials'
import { bundledCards } from '@/content/projects/bundled'
import { parsePortfolio, parseProject } from '@/domain/custom-project'
import type { ResponsiveImage, UploadedImage } from '@/domain/image'
import { LATEST_PROJECTS_COUNT } from '@/domain/media'
import { listUrls, preferMirrors } from '@/domain/mirrored-images'
import { mergePortfolio, type Portfolio, type Project, type ProjectCard } from '@/domain/project'
import { type FeaturedReview, featuredSchema, selectFeaturedReview } from '@/domain/review'
import { toMirrorPath } from '@/domain/uploaded-image'
import { AppError } from '@/lib/errors'
import { siteMediaUrl } from '@/lib/site-media'
import { allCards } from './cards'
import type { LatestProject } from './latest-projects'
import { isMirrored } from './mirrored-media'

export type FreshSite = {
  readonly publication: Publication
  readonly cards: readonly ProjectCard[]
  readonly unreadable: Portfolio['unreadable']
  readonly latest: readonly LatestProject[]
  readonly review: FeaturedReview
}

const lastImages = import.meta.glob<ResponsiveImage>('/src/content/projects/*/last.json', {
  eager: true,
  import: 'default',
})

const siteSchema = v.object({
  publication: publicationSchema,
  portfolio: v.unknown(),
  review: v.nullable(featuredSchema),
})

/** Parses the response of `site()`. Throws if it is invalid. */
export const parseSite = async (body: unknown): Promise<FreshSite> => {
  const answer = v.parse(siteSchema, body)
  const portfolio = preferMirrors(parsePortfolio(answer.portfolio, siteMediaUrl), isMirrored)
  const { unreadable } = portfolio
  const asBuilt = unreadable.length > 0 ? (await allCards()).filter(({ id }) => unreadable.includes(id)) : []
  const cards = mergePortfolio([...bundledCards, ...asBuilt], portfolio).map(withPin)
  return {
    // A new object would restart the slideshow.
    publication: answer.publication?.id === publication?.id ? publication : answer.publication,
    cards,
    unreadable,
    review: selectFeaturedReview(answer.review, featuredTestimonials[0]),
    latest: cards.slice(0, LATEST_PROJECTS_COUNT).map(({ id, title, location, image }) => {
      return { id, title, location, image: lastImages[`/src/content/projects/${id}/last.json`] ?? image }
    }),
  }
}

/** Parses the response of `published_project()`, with the mirrors of `built`. Throws if it is invalid. */
export const parseCustomProject = (id: string, body: unknown, built: Project | undefined): Project | null => {
  const project = parseProject(id, body, siteMediaUrl)
  if (!project && body !== null) throw new AppError('unexpected')
  const uploaded = [built?.first, built?.after].filter((image) => image && image.base === undefined)
  const shown = uploaded.flatMap((image) => listUrls(image as UploadedImage))
  return preferMirrors(project, (name) => shown.includes(toMirrorPath(name)))
}
