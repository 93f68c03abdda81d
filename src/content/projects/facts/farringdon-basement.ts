import type { ProjectFacts } from '@/domain/project'

/** What a list says of the project. */
export const farringdonBasementFacts: ProjectFacts = {
  id: 'farringdon-basement',
  title: 'A piled basement in Farringdon',
  summary: 'Two working levels, seven metres deep, inside a propped ring of bored piles.',
  location: 'Farringdon',
  completionDate: '2023',
}
