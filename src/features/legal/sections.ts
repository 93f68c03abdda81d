const STRATA = ['bg-topsoil', 'bg-made', 'bg-gravel', 'bg-clay'] as const

/** The ground that a section stands in: topsoil at the head of a document, clay at its foot. */
export const stratumOf = (index: number, count: number): string =>
  STRATA[Math.floor((index / count) * STRATA.length)] ?? STRATA[0]

/** Name of the scroll timeline that ties a section to its entry in the contents. */
export const timelineName = (sectionId: string): string => `--legal-${sectionId}`
