import { AdminPlaceholder } from './placeholder'

/** User Manager. */
export function Component() {
  return <AdminPlaceholder title="User Manager" />
}
