import type { AnchorHTMLAttributes, MouseEvent } from 'react'
import { useRouter } from './context'
import type { NavigateOptions } from './router'

type LinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> &
  Pick<NavigateOptions, 'replace' | 'preventScrollReset'> & { to: string }

const isPlainClick = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  button === 0 && !(metaKey || ctrlKey || shiftKey || altKey)

/** A link within the site: plain for the browser, so that it works before JavaScript and opens in tabs and windows. */
export function Link({ to, replace, preventScrollReset, onClick, ...rest }: LinkProps) {
  const router = useRouter()
  return (
    <a
      {...rest}
      href={to}
      onClick={(event) => {
        onClick?.(event)
        if (event.defaultPrevented || !isPlainClick(event)) return
        event.preventDefault()
        void router.navigate(to, { ...(replace && { replace }), ...(preventScrollReset && { preventScrollReset }) })
      }}
    />
  )
}
