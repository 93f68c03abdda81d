import type { ProjectFacts } from '@/domain/project'

/** What a list says of the project. */
export const traditionalUnderpinningFacts: ProjectFacts = {
  id: 'traditional-underpinning',
  title: 'Traditional underpinning at Clerkenwell Green',
  summary: 'A cracked flank wall carried down to firm gravel, one hand-dug bay at a time.',
  location: 'Clerkenwell Green',
  completionDate: '2023',
}
