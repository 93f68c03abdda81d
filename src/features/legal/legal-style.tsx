// The marked entry is the section that crosses a line a quarter down the window. Scroll timelines do that without
// a script; a browser that lacks them shows the contents without a mark.
const MARK = `
@supports (timeline-scope: none) {
  .legal-section { view-timeline-inset: 25% 74.9%; }
  .legal-mark { animation: legal-mark linear; }
}
@keyframes legal-mark {
  from, to { background-color: #eceae5; color: #17702a; text-decoration-line: underline; }
}
@media (forced-colors: active) {
  @keyframes legal-mark { from, to { text-decoration-line: underline; } }
}`

// A shadow at each edge that hides a part of a table; paper-coloured covers travel with the table's ends.
const SCROLLER = `
.legal-scroller {
  background:
    linear-gradient(90deg, #faf9f6 40%, rgb(250 249 246 / 0)) left / 3rem 100% no-repeat local,
    linear-gradient(270deg, #faf9f6 40%, rgb(250 249 246 / 0)) right / 3rem 100% no-repeat local,
    linear-gradient(90deg, rgb(16 32 26 / 0.16), rgb(16 32 26 / 0)) left / 0.75rem 100% no-repeat scroll,
    linear-gradient(270deg, rgb(16 32 26 / 0.16), rgb(16 32 26 / 0)) right / 0.75rem 100% no-repeat scroll;
}`

// A printed document is the document alone: no navigation, footer or floating messages around it.
const PRINT = `
@media print {
  @page { margin: 20mm; }
  :has(> main .legal-document) > :not(main), main:has(.legal-document) > header > a { display: none; }
}`

/** What the utility classes cannot say. React moves it into the page's head, where the prerendered HTML has it too. */
export function LegalStyle() {
  return (
    <style href="legal-page" precedence="default">
      {MARK + SCROLLER + PRINT}
    </style>
  )
}

/** Name of the scroll timeline that ties a section to its entry in the contents. */
export const timelineName = (sectionId: string): string => `--legal-${sectionId}`
