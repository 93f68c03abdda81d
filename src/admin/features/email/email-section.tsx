/** The 'email' section of the dashboard. */
export default function EmailSection() {
  return <p>This section is empty.</p>
}
