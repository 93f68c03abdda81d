import type { ProjectFacts } from '@/domain/project'

/** What a list says of the project. */
export const felthamBasementFacts: ProjectFacts = {
  id: 'feltham-basement',
  title: 'A basement and new drains in Feltham',
  summary: 'A concrete box under the house, a front lightwell and new drains below the drive.',
  location: 'Feltham',
  completionDate: '2023',
}
