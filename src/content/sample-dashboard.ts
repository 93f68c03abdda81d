/** SAMPLES that the contract requires, marked as such on screen. */
export const sampleStats = [
  { label: 'Website Visitors', value: 2_847, note: 'in the last 30 days' },
  { label: 'Projects', value: 12, note: 'under way or completed this year' },
] as const

export const sampleProjects = [
  { name: 'Basement conversion', place: 'Hampstead, NW3', stage: 'Underpinning, bay 14 of 22', progress: 65 },
  { name: 'Traditional underpinning', place: 'Clerkenwell, EC1', stage: 'Excavation and propping', progress: 30 },
  { name: 'Basement refurbishment', place: 'Mayfair, W1', stage: 'Waterproofing and drainage', progress: 85 },
] as const
