import { type ComponentType, useState } from 'react'

type Late<Props> = { load: () => Promise<{ default: ComponentType<Props> }>; known?: ComponentType<Props> }

/**
 * A component whose code is fetched when it is wanted, and kept in `known` for the next time. The function answers whether
 * the code is there; a bare `lazy()` would hand the whole page to the error page when a new version of the site has
 * replaced the chunk. Asking again tries again.
 */
export const useLateComponent = <Props>(
  late: Late<Props>,
): [ComponentType<Props> | undefined, () => Promise<boolean>] => {
  const [Component, setComponent] = useState(() => late.known)
  const fetchCode = () =>
    late.load().then(
      (module) => {
        late.known = module.default
        setComponent(() => module.default)
        return true
      },
      () => false,
    )
  return [Component, fetchCode]
}
