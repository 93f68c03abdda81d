import type { ProjectFacts } from '@/domain/project'

/** What a list says of the project. */
export const mayfairBasementFacts: ProjectFacts = {
  id: 'mayfair-basement',
  title: 'Two storeys beneath a Mayfair terrace',
  summary: 'A cinema, a gym and a pool hall beneath a stucco house, underpinned in two lifts.',
  location: 'Mayfair',
  completionDate: '2024',
}
