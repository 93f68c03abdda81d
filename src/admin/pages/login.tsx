import { AdminPlaceholder } from './placeholder'

/** Admin Portal Login. */
export function Component() {
  return <AdminPlaceholder title="Admin Portal Login" />
}
