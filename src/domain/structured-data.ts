export interface Thing {
  readonly '@type': string
  readonly '@id'?: string
  readonly [property: string]: unknown
}

/** Returns JSON-LD without `<`, so that no customer's text can end the script. */
export function structuredDataText(things: readonly Thing[]): string {
  return JSON.stringify({ '@context': 'https://schema.org', '@graph': things }).replaceAll('<', '\\u003c')
}
