import { type Picture, pictureUrl } from '@/domain/picture'
import type { Project, ProjectCard } from '@/domain/project'
import type { Thing } from '@/domain/structured-data'
import { paths } from '@/paths'
import { cover } from './share/images.json'
import { absoluteUrl, site } from './site'

/** A page as a breadcrumb names it. */
interface Crumb {
  readonly name: string
  readonly path: string
}

const companyId = absoluteUrl('/#company')
const founderId = absoluteUrl(`${paths.businessCard.href}#founder`)
const telephone = site.phone.href.replace('tel:', '')

// Enough to know the company by on a page that does not describe it: readers do not fetch the page an @id points to.
const companyReference: Thing = {
  '@type': 'GeneralContractor',
  '@id': companyId,
  name: site.name,
  url: absoluteUrl(paths.home.href),
}

/** The company, in full. */
export const contractor: Thing = {
  ...companyReference,
  legalName: site.legalName,
  description: site.description,
  logo: absoluteUrl('/icons/icon-512.png'),
  image: absoluteUrl(cover.src),
  telephone,
  email: site.email,
  address: { '@type': 'PostalAddress', ...site.address },
  areaServed: { '@type': 'AdministrativeArea', name: site.address.addressRegion, description: site.area },
  openingHoursSpecification: site.hours.map(({ opening }) => ({ '@type': 'OpeningHoursSpecification', ...opening })),
  founder: { '@type': 'Person', '@id': founderId, name: site.founder.name, jobTitle: site.founder.title },
}

const website: Thing = {
  '@type': 'WebSite',
  '@id': absoluteUrl('/#website'),
  name: site.name,
  url: absoluteUrl(paths.home.href),
  description: site.description,
  inLanguage: 'en-GB',
  publisher: { '@id': companyId },
}

/** The way from the home page to a page; the page itself comes last. */
export const breadcrumbs = (...trail: readonly Crumb[]): Thing => ({
  '@type': 'BreadcrumbList',
  itemListElement: [{ name: 'Home', path: paths.home.href }, ...trail].map(({ name, path }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: absoluteUrl(path),
  })),
})

const projectsCrumb: Crumb = { name: 'Our Projects', path: paths.projects.href }

/** A picture's largest file, with its size: what a search engine should show. */
export const pictureFile = (picture: Picture): { url: string; width: number; height: number } => {
  const width = Math.max(...picture.widths)
  return {
    url: absoluteUrl(pictureUrl(picture, width, 'webp')),
    width,
    height: Math.round((width * picture.height) / picture.width),
  }
}

const imageObject = (picture: Picture, representativeOfPage: boolean): Thing => {
  const { url, width, height } = pictureFile(picture)
  return {
    '@type': 'ImageObject',
    contentUrl: url,
    caption: picture.description,
    // Nobody should take a model for a photograph of the finished house, and a machine cannot tell.
    description: `Model view, not a photograph: ${picture.alt}.`,
    width,
    height,
    representativeOfPage,
    creditText: site.name,
  }
}

/** Home: the company and its website. */
export const homeData = (): Thing[] => [contractor, website]

/** The list of projects. */
export const projectsData = (projects: readonly ProjectCard[]): Thing[] => [
  breadcrumbs(projectsCrumb),
  {
    '@type': 'CollectionPage',
    name: projectsCrumb.name,
    url: absoluteUrl(paths.projects.href),
    inLanguage: 'en-GB',
    about: companyReference,
    mainEntity: {
      '@type': 'ItemList',
      numberOfItems: projects.length,
      itemListElement: projects.map(({ id, title }, index) => ({
        '@type': 'ListItem',
        position: index + 1,
        name: title,
        url: absoluteUrl(paths.project.href(id)),
      })),
    },
  },
]

/** One project and all its pictures. */
export const projectData = ({ id, title, images }: Project): Thing[] => [
  breadcrumbs(projectsCrumb, { name: title, path: paths.project.href(id) }),
  ...images.map((picture, index) => imageObject(picture, index === 0)),
]

/** The founder, as the business card presents them. */
export const businessCardData = (crumb: Crumb): Thing[] => [
  breadcrumbs(crumb),
  {
    '@type': 'Person',
    '@id': founderId,
    name: site.founder.name,
    jobTitle: site.founder.title,
    email: site.email,
    telephone,
    url: absoluteUrl(crumb.path),
    worksFor: companyReference,
  },
]
