import type { ModeratedReview } from '@/domain/moderation'

const day = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'Europe/London',
})

/** A date as the tables show it, for example '3 Feb 2026'. */
export const shortDay = (timestamp: string): string => day.format(new Date(timestamp))

/** What is shown in place of nothing (contract, point 2). */
export const shownTitle = ({ title }: Pick<ModeratedReview, 'title'>): string => title?.trim() || 'No title'
export const shownText = ({ text }: Pick<ModeratedReview, 'text'>): string => text.trim() || 'No content'
export const shownSource = ({ source }: Pick<ModeratedReview, 'source'>): string => source?.trim() || 'Website'
