import { site } from '@/content/site'

export type LegalLink = { readonly text: string; readonly href: string }

export type LegalCode = { readonly code: string }

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
      /** The first cell of a row is its heading. */
      readonly rows: readonly (readonly LegalText[])[]
    }

export type LegalSection = {
  /** Id of the section in the page, and its URL fragment. */
  readonly id: string
  readonly title: string
  readonly blocks: readonly LegalBlock[]
}

export type LegalDocument = {
  readonly title: string
  /** For search results. */
  readonly description: string
  /** A sentence or two below the heading. */
  readonly summary: string
  /** Whether paragraphs have clause numbers such as 5.2. */
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

export const companyDetails = definitions([
  ['Company', site.legalName],
  ['E-mail', [emailLink]],
  ['Telephone', [phoneLink]],
  ['Hours', site.hours.map(({ days, time }) => `${days}, ${time}`).join('; ')],
  ['Area we work in', site.area],
])

/** Contract, point 9. */
export const DEPOSIT_PERCENT = 50
export const RETENTION_YEARS = 7

export const LAST_UPDATED = { text: 'May 2024', dateTime: '2024-05' } as const
