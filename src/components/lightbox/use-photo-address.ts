import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { PHOTO_PARAMETER, photoIndex, searchWithPhoto } from './photo-number'

const never = () => () => {}

/** Whether the page is past its first render, which has to equal the prerendered HTML. */
export const useIsHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )

const OPENED_HERE = { lightbox: 'opened here' } as const
const isOpenedHere = (state: { lightbox?: unknown } | null): boolean => state?.lightbox === OPENED_HERE.lightbox

/**
 * Which photo is open is written in the address, as `?photo=4`. Opening adds a step to the history, so that the back
 * button closes; moving on to another photo does not, or the way back would lead through all of them.
 */
export const usePhotoAddress = (count: number) => {
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const isHydrated = useIsHydrated()
  const value = new URLSearchParams(search).get(PHOTO_PARAMETER)
  const index = isHydrated ? photoIndex(value, count) : undefined
  const isInvalid = isHydrated && value !== null && index === undefined

  useEffect(() => {
    if (!isInvalid) return
    void navigate(pathname + searchWithPhoto(search, undefined), { replace: true, preventScrollReset: true })
  }, [isInvalid, navigate, pathname, search])

  // Going back takes a moment, in which a second click or Escape must not go back once more.
  const isClosing = useRef(false)
  // Before the visitor can see the photo: one who is quick to close it must be heard.
  useLayoutEffect(() => {
    isClosing.current = index === undefined
  }, [index])

  return {
    index,
    open: (next: number) =>
      void navigate(pathname + searchWithPhoto(search, next), { state: OPENED_HERE, preventScrollReset: true }),
    show: (next: number) =>
      void navigate(
        pathname + searchWithPhoto(search, next),
        // At once, so that a key held down counts from the photo in view.
        { replace: true, state, preventScrollReset: true, flushSync: true },
      ),
    close: () => {
      if (isClosing.current) return
      isClosing.current = true
      if (isOpenedHere(state)) return void navigate(-1)
      void navigate(pathname + searchWithPhoto(search, undefined), { replace: true, preventScrollReset: true })
    },
  }
}
