/** The 'theme' section of the dashboard. */
export default function ThemeSection() {
  return <p>This section is empty.</p>
}
