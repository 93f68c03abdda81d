import type { ShareImage } from '@/domain/picture'
import type { Project, ProjectDetails } from '@/domain/project'
import { projectShareImages } from '../project-share-images'
import { shareImages } from '../share-images'
import { projectCards } from './cards'

export { projectCards }

const previews: Readonly<Record<string, ShareImage>> = projectShareImages

// One chunk per project: its words and eighteen captions travel only to the visitor who opens it.
const details: Record<string, () => Promise<{ details: ProjectDetails }>> = {
  'mayfair-basement': () => import('./mayfair-basement'),
  'traditional-underpinning': () => import('./traditional-underpinning'),
  'hampstead-basement': () => import('./hampstead-basement'),
  'farringdon-basement': () => import('./farringdon-basement'),
  'feltham-basement': () => import('./feltham-basement'),
}

/** A project with its overview and all its pictures, or null when there is none of that id. */
export async function loadProject(id: string): Promise<Project | null> {
  const card = projectCards.find((candidate) => candidate.id === id)
  const load = Object.hasOwn(details, id) ? details[id] : undefined
  if (!card || !load) return null
  const { image: _, ...facts } = card
  return { ...facts, ...(await load()).details, shareImage: previews[id] ?? shareImages.cover }
}
