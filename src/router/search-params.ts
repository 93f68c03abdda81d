import { useMemo } from 'react'
import { useRouter, useRouterState } from './context'
import type { NavigateOptions } from './router'

type Change = (before: URLSearchParams) => URLSearchParams | Record<string, string>
type SetSearchParams = (change: Change | Record<string, string>, options?: NavigateOptions) => void

/** Returns the address's search parameters, and a function that goes to the same page with others. */
export const useSearchParams = (): [URLSearchParams, SetSearchParams] => {
  const router = useRouter()
  const { search } = useRouterState().location
  const parameters = useMemo(() => new URLSearchParams(search), [search])
  const setParameters: SetSearchParams = (change, options) => {
    const before = new URLSearchParams(router.state.location.search)
    const next = new URLSearchParams(typeof change === 'function' ? change(before) : change)
    void router.navigate(`?${next}`, options)
  }
  return [parameters, setParameters]
}
