import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { type NavigateOptions, useLocation, useNavigate, useSearchParams } from 'react-router-dom'

const never = () => () => {}

/** Whether the page is past its first render, which has to equal the prerendered HTML. */
export const useIsHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )

const PARAMETER = 'photo'
const OPENED_HERE = { lightbox: 'opened here' } as const

/**
 * Which image is open is written in the address, as `?photo=4`. Opening adds a step to the history, so that the back
 * button closes; moving on to another image does not, or the way back would lead through all of them.
 */
export const usePhotoAddress = (count: number) => {
  const [parameters, setParameters] = useSearchParams()
  const state: { lightbox?: unknown } | null = useLocation().state
  const navigate = useNavigate()
  const isHydrated = useIsHydrated()
  const value = isHydrated ? parameters.get(PARAMETER) : null
  // Only the spelling that the site itself writes: one image, one address.
  const place = Array.from({ length: count }, (_, index) => String(index + 1)).indexOf(value ?? '')
  const index = place < 0 ? undefined : place
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
