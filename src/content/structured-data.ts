import type { CaptionedImage } from '@/domain/image'
import { getLargestUrl, isModelView } from '@/domain/image-file'
import type { Project, ProjectCard } from '@/domain/project'
import type { Thing } from '@/domain/structured-data'
import { paths } from '@/paths'
import { cover } from './share/images.json'
import { site, toAbsoluteUrl } from './site'

type Crumb = { name: string; path: string }

const companyId = toAbsoluteUrl('/#company')
const founderId = toAbsoluteUrl(`${paths.businessCard.href}#founder`)
const telephone = site.phone.href.replace('tel:', '')

// Readers don't follow an @id to its page.
const companyReference: Thing = {
  '@type': 'GeneralContractor',
  '@id': companyId,
  name: site.name,
  url: toAbsoluteUrl(paths.home.href),
}

export const contractor: Thing = {
  ...companyReference,
  legalName: site.legalName,
  description: site.description,
  logo: toAbsoluteUrl('/icons/icon-512.png'),
  image: toAbsoluteUrl(cover.src),
  telephone,
  email: site.email,
  address: { '@type': 'PostalAddress', ...site.address },
  areaServed: { '@type': 'AdministrativeArea', name: site.address.addressRegion, description: site.area },
  openingHoursSpecification: site.hours.map(({ opening }) => ({ '@type': 'OpeningHoursSpecification', ...opening })),
  founder: { '@type': 'Person', '@id': founderId, name: site.founder.name, jobTitle: site.founder.title },
}

const website: Thing = {
  '@type': 'WebSite',
  '@id': toAbsoluteUrl('/#website'),
  name: site.name,
  url: toAbsoluteUrl(paths.home.href),
  description: site.description,
  inLanguage: 'en-GB',
  publisher: { '@id': companyId },
}

export const breadcrumbs = (...trail: readonly Crumb[]): Thing => ({
  '@type': 'BreadcrumbList',
  itemListElement: [{ name: 'Home', path: paths.home.href }, ...trail].map(({ name, path }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: toAbsoluteUrl(path),
  })),
})

const projectsCrumb: Crumb = { name: 'Our Projects', path: paths.projects.href }

/** Returns the absolute URL and the size in pixels of an image's largest file. */
export const imageFile = (image: CaptionedImage): { url: string; width: number; height: number } => {
  const width = Math.max(...image.widths)
  return {
    url: new URL(getLargestUrl(image), site.url).href,
    width,
    height: Math.round((width * image.height) / image.width),
  }
}

const imageObject = (image: CaptionedImage, representativeOfPage: boolean): Thing => {
  const { url, width, height } = imageFile(image)
  return {
    '@type': 'ImageObject',
    contentUrl: url,
    caption: image.description || undefined,
    description: isModelView(image) ? `Model view, not a photograph: ${image.alt}.` : image.alt,
    width,
    height,
    representativeOfPage,
    creditText: site.name,
  }
}

export const homeData = (): Thing[] => [contractor, website]

export const projectsData = (projects: readonly ProjectCard[], count: number): Thing[] => [
  breadcrumbs(projectsCrumb),
  {
    '@type': 'CollectionPage',
    name: projectsCrumb.name,
    url: toAbsoluteUrl(paths.projects.href),
    inLanguage: 'en-GB',
    about: companyReference,
    mainEntity: {
      '@type': 'ItemList',
      numberOfItems: count,
      itemListElement: projects.map(({ id, title }, index) => ({
        '@type': 'ListItem',
        position: index + 1,
        name: title,
        url: toAbsoluteUrl(paths.project.href(id)),
      })),
    },
  },
]

export const projectData = ({ id, title, images }: Project): Thing[] => [
  breadcrumbs(projectsCrumb, { name: title, path: paths.project.href(id) }),
  ...images.map((image, index) => imageObject(image, index === 0)),
]

export const businessCardData = (crumb: Crumb): Thing[] => [
  breadcrumbs(crumb),
  {
    '@type': 'Person',
    '@id': founderId,
    name: site.founder.name,
    jobTitle: site.founder.title,
    email: site.email,
    telephone,
    url: toAbsoluteUrl(crumb.path),
    worksFor: companyReference,
  },
]
