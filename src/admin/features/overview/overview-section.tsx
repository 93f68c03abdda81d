/** The 'overview' section of the dashboard. */
export default function OverviewSection() {
  return <p>This section is empty.</p>
}
