import type { Project, ProjectDetails } from '@/domain/project'
import { type LateModule, lateModule } from '@/lib/late-module'
import { projectCards } from './cards'

export { projectCards }

// One chunk per project: its words and eighteen captions travel only to the visitor who opens it.
const details: Record<string, LateModule<{ details: ProjectDetails }>> = {
  'mayfair-basement': lateModule(() => import('./mayfair-basement')),
  'traditional-underpinning': lateModule(() => import('./traditional-underpinning')),
  'hampstead-basement': lateModule(() => import('./hampstead-basement')),
  'farringdon-basement': lateModule(() => import('./farringdon-basement')),
  'feltham-basement': lateModule(() => import('./feltham-basement')),
}

/**
 * A project with its overview and all its pictures, or null when there is none of that id. Throws `AppError` when they cannot
 * be fetched.
 */
export async function loadProject(id: string): Promise<Project | null> {
  const card = projectCards.find((candidate) => candidate.id === id)
  const module = Object.hasOwn(details, id) ? details[id] : undefined
  if (!card || !module) return null
  const { image: _, ...facts } = card
  return { ...facts, ...(await module.load()).details }
}
