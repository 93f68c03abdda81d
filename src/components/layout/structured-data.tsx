import { structuredDataText, type Thing } from '@/domain/structured-data'

/** Facts for machines, as JSON-LD. The browser executes nothing of it, so the page's policy on scripts allows it. */
export function StructuredData({ things }: { things: readonly Thing[] }) {
  return <script type="application/ld+json">{structuredDataText(things)}</script>
}
