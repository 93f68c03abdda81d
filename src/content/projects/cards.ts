import type { ProjectCard, ProjectFacts } from '@/domain/project'
import {
  farringdonBasementCover,
  felthamBasementCover,
  hampsteadBasementCover,
  mayfairBasementCover,
  traditionalUnderpinningCover,
} from '../pictures/project-covers'
import { farringdonBasementFacts } from './facts/farringdon-basement'
import { felthamBasementFacts } from './facts/feltham-basement'
import { hampsteadBasementFacts } from './facts/hampstead-basement'
import { mayfairBasementFacts } from './facts/mayfair-basement'
import { traditionalUnderpinningFacts } from './facts/traditional-underpinning'

function card(facts: ProjectFacts, [image]: readonly ProjectCard['image'][]): ProjectCard {
  if (!image) throw new Error(`${facts.id}: no first picture`)
  return { ...facts, image }
}

/** The projects as lists show them, in the order of the site. */
export const projectCards: readonly ProjectCard[] = [
  card(mayfairBasementFacts, mayfairBasementCover),
  card(traditionalUnderpinningFacts, traditionalUnderpinningCover),
  card(hampsteadBasementFacts, hampsteadBasementCover),
  card(farringdonBasementFacts, farringdonBasementCover),
  card(felthamBasementFacts, felthamBasementCover),
]
