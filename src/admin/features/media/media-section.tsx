/** The 'media' section of the dashboard. */
export default function MediaSection() {
  return <p>This section is empty.</p>
}
