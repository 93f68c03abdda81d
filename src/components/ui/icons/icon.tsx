import type { SVGProps } from 'react'

export type IconProps = SVGProps<SVGSVGElement>

/**
 * Draws the outlines of an icon; always decoration, beside words that say the same. The outlines in this folder are
 * Lucide's (ISC licence, © Lucide Icons and Contributors), as the admin area uses them: Lucide's own components bring
 * a kilobyte of options to every page that no public page asks for.
 */
export function Icon(props: IconProps) {
  return (
    <svg
      aria-hidden
      width={24}
      height={24}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
      {...props}
    />
  )
}
