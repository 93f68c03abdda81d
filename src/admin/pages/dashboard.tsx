import { AdminPlaceholder } from './placeholder'

/** Admin Dashboard. */
export function Component() {
  return <AdminPlaceholder title="Admin Dashboard" />
}
