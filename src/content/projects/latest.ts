import hidden from 'virtual:hidden-projects'
import type { BuiltInPicture } from '@/domain/image'
import type { ProjectCard } from '@/domain/project'
import farringdon from './farringdon-basement/card.json'
import farringdonImage from './farringdon-basement/last.json'
import hampstead from './hampstead-basement/card.json'
import hampsteadImage from './hampstead-basement/last.json'
import mayfair from './mayfair-basement/card.json'
import mayfairImage from './mayfair-basement/last.json'
import clerkenwell from './traditional-underpinning/card.json'
import clerkenwellImage from './traditional-underpinning/last.json'

type LatestProject = Pick<ProjectCard, 'id' | 'title' | 'location'> & { readonly image: BuiltInPicture }

// Four imports, however long the list gets.
const shown: readonly LatestProject[] = [
  { id: 'mayfair-basement', ...mayfair, image: mayfairImage },
  { id: 'hampstead-basement', ...hampstead, image: hampsteadImage },
  { id: 'farringdon-basement', ...farringdon, image: farringdonImage },
  { id: 'traditional-underpinning', ...clerkenwell, image: clerkenwellImage },
]

/** The home page's projects until the owner saves images, without those that were hidden before the build. */
export const latestProjects = shown.filter(({ id }) => !hidden.includes(id))
