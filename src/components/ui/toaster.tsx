import { useEffect, useRef, useState } from 'react'
import { type ExternalToast, Toaster as Sonner, toast as sonner, useSonner } from 'sonner'
import { isFocusLost, rememberPlace } from './focus-place'
import { useViewKey } from './use-view-key'
import './toaster.css'

export type ToastTone = 'info' | 'success' | 'error'

export type ToastOptions = ExternalToast & {
  /** Offers undo until dismissed or its section is left. */
  undo?: (() => void) | undefined
  /** Keeps the undo offer in all sections of the page. */
  stays?: boolean
  /** Hidden from screen readers, because the page (`useIsShown`) announces it. */
  silent?: boolean
}

const DURATION_MS = 4_000
const GAP_PX = 14
const OFFSET_PX = 24
const OFFSET = { bottom: `calc(${OFFSET_PX}px + var(--banner-height, 0px) + var(--bar-height, 0px))` }
/** Space for a focus ring and a close button. */
const CLEAR_PX = 12

const withUndo = ({ undo, silent: _, ...options }: ToastOptions): ExternalToast => {
  if (!undo) return options
  const button = { label: 'Undo', onClick: undo }
  const lasting = { ...options, duration: Number.POSITIVE_INFINITY, closeButton: true }
  return options.action ? { ...lasting, cancel: button } : { ...lasting, action: button }
}

export const showToast = (tone: ToastTone, text: string, options: ToastOptions = {}): void =>
  void sonner[tone](options.silent ? <span aria-hidden>{text}</span> : text, withUndo(options))

// Scrolls the focus clear of toasts. Toasts without buttons leave the tab order.
const arrange = (toasts: HTMLElement): void => {
  for (const one of toasts.querySelectorAll<HTMLElement>('[data-sonner-toast]'))
    one.tabIndex = one.querySelector('button') ? 0 : -1
  const visible = toasts.querySelectorAll<HTMLElement>('[data-sonner-toast][data-visible="true"][data-removed="false"]')
  const height = visible[0] ? OFFSET_PX + visible[0].offsetHeight + (visible.length - 1) * GAP_PX + CLEAR_PX : 0
  const { style } = document.documentElement
  if (height === 0) return void style.removeProperty('--toast-height')
  style.setProperty('--toast-height', `${height}px`)
  const focused = document.activeElement
  if (focused?.matches('body *:focus-visible') && !toasts.contains(focused))
    focused.scrollIntoView({ block: 'nearest' })
}

/** Toasts (contract, point 9: 4 s each, three at once, 14 px apart). */
export function Toaster() {
  const toasts = useRef<HTMLDivElement>(null)
  const { toasts: all } = useSonner()
  const lasting = useRef<typeof all>([])
  lasting.current = all.filter(({ duration }) => duration === Number.POSITIVE_INFINITY)
  const page = useViewKey()
  const place = useViewKey('section', 'project')
  const [hasFocus, setFocus] = useState(false)
  const restoreFocus = useRef<() => void>(undefined)
  useEffect(() => {
    const { current } = toasts
    if (!current) return
    const observer = new MutationObserver(() => {
      arrange(current)
      if (!restoreFocus.current || !isFocusLost()) return
      restoreFocus.current()
      restoreFocus.current = undefined
      setFocus(false)
    })
    observer.observe(current, { childList: true, subtree: true, attributeFilter: ['data-visible', 'data-removed'] })
    arrange(current)
    return () => {
      observer.disconnect()
      document.documentElement.style.removeProperty('--toast-height')
    }
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the section changes.
  useEffect(
    () => () => {
      for (const one of lasting.current) if (!('stays' in one)) sonner.dismiss(one.id)
    },
    [place],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the page changes.
  useEffect(
    () => () => {
      for (const { id } of lasting.current) sonner.dismiss(id)
    },
    [page],
  )
  return (
    // Sonner would send Tab from a toast back to the previous focus.
    <div
      ref={toasts}
      className="contents"
      onFocusCapture={(event) => {
        event.stopPropagation()
        if (hasFocus) return
        setFocus(true)
        restoreFocus.current = rememberPlace(event.relatedTarget)
      }}
      onBlurCapture={({ relatedTarget }) => {
        if (!relatedTarget || toasts.current?.contains(relatedTarget)) return
        setFocus(false)
        restoreFocus.current = undefined
      }}
    >
      <Sonner
        // Otherwise another toast may hide the focused one.
        expand={hasFocus}
        position="bottom-right"
        theme="light"
        richColors
        offset={OFFSET}
        mobileOffset={OFFSET}
        duration={DURATION_MS}
        visibleToasts={3}
        gap={GAP_PX}
        toastOptions={{ closeButtonAriaLabel: 'Close message' }}
      />
    </div>
  )
}
