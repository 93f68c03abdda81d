import type { ProjectCard } from '@/domain/project'
import {
  farringdonBasementCover,
  felthamBasementCover,
  hampsteadBasementCover,
  mayfairBasementCover,
  traditionalUnderpinningCover,
} from '../pictures/project-covers'

type Facts = Omit<ProjectCard, 'image'>

function card([image]: readonly ProjectCard['image'][], facts: Facts): ProjectCard {
  if (!image) throw new Error(`${facts.id}: no first picture`)
  return { ...facts, image }
}

/** The projects as lists show them, in the order of the site. */
export const projectCards: readonly ProjectCard[] = [
  card(mayfairBasementCover, {
    id: 'mayfair-basement',
    title: 'Two storeys beneath a Mayfair terrace',
    summary: 'A cinema, a gym and a pool hall beneath a stucco house, underpinned in two lifts.',
    location: 'Mayfair',
    completionDate: '2024',
  }),
  card(traditionalUnderpinningCover, {
    id: 'traditional-underpinning',
    title: 'Traditional underpinning at Clerkenwell Green',
    summary: 'A cracked flank wall carried down to firm gravel, one hand-dug bay at a time.',
    location: 'Clerkenwell Green',
    completionDate: '2023',
  }),
  card(hampsteadBasementCover, {
    id: 'hampstead-basement',
    title: 'A sunken courtyard in Hampstead',
    summary: 'A basement kitchen and a walled courtyard, dug together behind a red-brick house.',
    location: 'Hampstead (rear basement courtyard)',
    completionDate: '2023',
  }),
  card(farringdonBasementCover, {
    id: 'farringdon-basement',
    title: 'A piled basement in Farringdon',
    summary: 'Two working levels, seven metres deep, inside a propped ring of bored piles.',
    location: 'Farringdon',
    completionDate: '2023',
  }),
  card(felthamBasementCover, {
    id: 'feltham-basement',
    title: 'A basement and new drains in Feltham',
    summary: 'A concrete box under the house, a front lightwell and new drains below the drive.',
    location: 'Feltham',
    completionDate: '2023',
  }),
]
