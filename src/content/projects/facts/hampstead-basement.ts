import type { ProjectFacts } from '@/domain/project'

/** What a list says of the project. */
export const hampsteadBasementFacts: ProjectFacts = {
  id: 'hampstead-basement',
  title: 'A sunken courtyard in Hampstead',
  summary: 'A basement kitchen and a walled courtyard, dug together behind a red-brick house.',
  location: 'Hampstead (rear basement courtyard)',
  completionDate: '2023',
}
