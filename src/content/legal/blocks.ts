import { site } from '@/content/site'

/** A word or phrase that leads somewhere: another page, a section of this one, a mailbox, a telephone. */
export type LegalLink = { readonly text: string; readonly href: string }

/** A name as software spells it. */
export type LegalCode = { readonly code: string }

/** The words a clause is found by. */
export type LegalStrong = { readonly strong: string }

export type LegalText = string | readonly (string | LegalLink | LegalCode | LegalStrong)[]

export type LegalBlock =
  | { readonly kind: 'paragraph'; readonly text: LegalText }
  | { readonly kind: 'list'; readonly items: readonly LegalText[] }
  | { readonly kind: 'definitions'; readonly items: readonly { readonly term: string; readonly text: LegalText }[] }
  | {
      readonly kind: 'table'
      readonly caption: string
      readonly columns: readonly string[]
      /** The first cell of a row is the row's heading. */
      readonly rows: readonly (readonly LegalText[])[]
    }

export type LegalSection = {
  /** Id of the section in the page, and so the end of its address. */
  readonly id: string
  readonly title: string
  readonly blocks: readonly LegalBlock[]
}

export type LegalDocument = {
  readonly title: string
  /** For search results. */
  readonly description: string
  /** What the page holds, in a sentence or two, below its heading. */
  readonly summary: string
  /** Whether paragraphs carry clause numbers such as 5.2, so that they can be referred to. */
  readonly clauses: boolean
  readonly sections: readonly LegalSection[]
}

export const paragraph = (text: LegalText): LegalBlock => ({ kind: 'paragraph', text })

export const list = (items: readonly LegalText[]): LegalBlock => ({ kind: 'list', items })

export const definitions = (entries: readonly (readonly [term: string, text: LegalText])[]): LegalBlock => ({
  kind: 'definitions',
  items: entries.map(([term, text]) => ({ term, text })),
})

export const table = (
  caption: string,
  columns: readonly string[],
  rows: readonly (readonly LegalText[])[],
): LegalBlock => ({ kind: 'table', caption, columns, rows })

export const emailLink: LegalLink = { text: site.email, href: `mailto:${site.email}` }
export const phoneLink: LegalLink = { text: site.phone.display, href: site.phone.href }

/** Who we are and how to reach us, for the last section of each document. */
export const companyDetails = definitions([
  ['Company', site.legalName],
  ['E-mail', [emailLink]],
  ['Telephone', [phoneLink]],
  ['Hours', site.hours.map(({ days, time }) => `${days}, ${time}`).join('; ')],
  ['Area we work in', site.area],
])

/** Figures of the contract that the legal pages state (specification, point 9). */
export const DEPOSIT_PERCENT = 50
export const RETENTION_YEARS = 7

/** Both legal pages; `dateTime` is for machines. */
export const LAST_UPDATED = { text: 'May 2024', dateTime: '2024-05' } as const
