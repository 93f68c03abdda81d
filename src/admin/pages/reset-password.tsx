import { AdminPlaceholder } from './placeholder'

/** Reset password. */
export function Component() {
  return <AdminPlaceholder title="Reset password" />
}
