/** Figures of the contract that the legal pages state (specification, point 9). */
export const DEPOSIT_PERCENT = 50
export const RETENTION_YEARS = 7

/** Both legal pages; `dateTime` is for machines. */
export const LAST_UPDATED = { text: 'May 2024', dateTime: '2024-05' } as const
