/** The 'reviews' section of the dashboard. */
export default function ReviewsSection() {
  return <p>This section is empty.</p>
}
