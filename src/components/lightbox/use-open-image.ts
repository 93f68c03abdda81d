import { useDeferredValue, useEffect, useEffectEvent } from 'react'
import { type NavigateOptions, useLocation, useNavigate, useSearchParams } from 'react-router-dom'

/** Whether the page is hydrated. Changes in a render that yields to user input. */
export const useIsHydrated = (): boolean => useDeferredValue(true, false)

const PARAMETER = 'photo'
const OPENED_HERE = { lightbox: 'opened here' } as const

/** Keeps the open image in the URL (`?photo=4`). Only opening adds a history entry. */
export const useOpenImage = (count: number) => {
  const [parameters, setParameters] = useSearchParams()
  const state: { lightbox?: unknown } | null = useLocation().state
  const navigate = useNavigate()
  const isHydrated = useIsHydrated()
  const value = isHydrated ? parameters.get(PARAMETER) : null
  // One URL per image: `?photo=04` is invalid.
  const found = Array.from({ length: count }, (_, index) => String(index + 1)).indexOf(value ?? '')
  const index = found < 0 ? undefined : found
  const isOpenedHere = state?.lightbox === OPENED_HERE.lightbox

  const write = (next: number | undefined, options: NavigateOptions) =>
    setParameters(
      (current) => {
        if (next === undefined) current.delete(PARAMETER)
        else current.set(PARAMETER, String(next + 1))
        return current
      },
      { preventScrollReset: true, ...options },
    )

  const isInvalid = value !== null && index === undefined
  const removeInvalid = useEffectEvent(() => write(undefined, { replace: true }))
  useEffect(() => {
    if (isInvalid) removeInvalid()
  }, [isInvalid])

  return {
    index,
    isOpenedHere,
    show: (next: number) => write(next, index === undefined ? { state: OPENED_HERE } : { replace: true, state }),
    close: () => (isOpenedHere ? void navigate(-1) : write(undefined, { replace: true })),
  }
}
